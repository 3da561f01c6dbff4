"""The evening's journal for a reader: each line in one plain sentence.

Begin with `presenters/evening.py`, then `presenters/phrases.py` with the sentences. `selectors.py`
reads the lines. How lines are written is in `evening/services/journal.py`.
"""
