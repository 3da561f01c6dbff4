"""Undo: the bell is undone, moves are calculated again, stakes are corrected.

Begin with `services/undo.py`, then `services/revert.py`, which undoes one line. The right is `Right.RUN`.
`services/undo.py` runs a command and rolls it back, so that `presenters.py` can show what would change. The
pages are those of the bell and the journal.
"""
