"""The clock and the bell: the moves, the cuts, and the next round.

Begin with `services/bell.py`, then `services/clock.py`. The rules of the moves are in `core/movement`.
`api.py` also calculates a bell for any position, without an evening.
"""
