"""The evening's journal for readers: each line in one plain sentence.

Begin with `presenters/evening.py`, then `presenters/phrases.py` with the sentences. `selectors.py` reads the
lines. `evening/services/journal.py` writes them.
"""
