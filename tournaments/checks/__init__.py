"""What an administrator looks after over all clubs: what waits, and whether results can be recomputed.

Begin with `selectors.py`, then `selectors.py` and `presenters.py`.
"""
