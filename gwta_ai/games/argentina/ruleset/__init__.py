"""Reading, checking and compiling a ruleset; ``ruleset`` is the public face.

``fields`` reads values and names faults, ``grammar`` knows programs, amounts and counts,
``schema`` lists the tables; ``reading`` puts them together. ``checks`` and ``board_checks``
say what must hold between tables, with the help of ``trail`` and ``derived``. ``names``
and ``wording`` have ids and English, ``compiling`` and ``programs`` make the core's
figures within its ``limits``.
"""
