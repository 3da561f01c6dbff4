"""The clock and the bell: who moves, who cuts, and what the next round is.

Begin with `services/bell.py`, then `services/clock.py` and `services/bell.py`. The rules of the moves are
in `core/movement`. `api.py` and `api.py` answer for any position, without an evening.
"""
