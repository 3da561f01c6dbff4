"""What an administrator looks after over all clubs: what waits, and whether results can be recomputed.

Begin with `selectors/waiting.py`, then `selectors/inspection.py` and `presenters/comparison.py`.
"""
