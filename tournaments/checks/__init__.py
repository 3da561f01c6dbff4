"""The administrator's checks over all clubs: what waits, and whether recomputed results are the same.

Begin with `selectors.py`, then `presenters.py`.
"""
