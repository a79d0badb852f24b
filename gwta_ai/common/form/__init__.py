"""How a document of plain values is described, once: what each field may hold and means.

A description is a tree of kinds. It reads plain values and names every fault (``flaws``),
gives the JSON Schema (``schema``) and the tables of a reference page (``page``), and, where
its values lie in a struct of the core, the nodes by which compiled code writes and reads
the document (``nodes``). ``values`` has the kinds of single values, ``groups`` those of
collections and records.
"""
