"""What several of the scripts, or the tests, share. Programs stand in the folder above.

``network``: the evaluation in NumPy, its gradient, weights and optimisers.
``predictions``: what was foretold at moments of games beside what came true.
``resumable``: many tasks in processes, whose results are kept in a file to go on from.
``self_play``: games of the policy against itself in several threads, to learn from.
``strong_games``: games played by the policy or by the search, decision by decision.
``tables``: tables of Markdown in files that tell them apart by marks.
"""
