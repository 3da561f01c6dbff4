"""What was done is taken back: the bell is undone, moves are calculated again, stakes are corrected.

Begin with `services/undo.py`, then `services/revert.py`, which takes back one line. Whoever runs the
evening may (`Right.RUN`). `services/undo.py` does a command and rolls it back, so that
`presenters.py` can say what it would change. The pages are those of the bell and the journal.
"""
