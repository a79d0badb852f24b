"""The rules once more: slow, plain Python, one module a rule area.

Each twin is written from the rules, not from the compiled core, and says the rule in
the simplest way it can be said: it walks every route, tries every set of cards, lists
every site. A test plays both on the same positions and demands the same answers.

A twin's ``options(position)`` gives ``{action value: position afterwards}`` for the
decision that is pending. The position afterwards carries the figures that follow at
once: money, cards, tiles, discs, markers. What a further decision settles is left as it
was. Whatever a twin holds rare it reports to ``tally``, so that agreement on positions
where nothing happened is noticed.
"""
