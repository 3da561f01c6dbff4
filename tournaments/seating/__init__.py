"""The seats: drawn by lot, in tables of which sizes, and changed by hand.

Begin with `services/seats.py`. `presenters/draw.py` shows the draw, `presenters/table_sizes.py` the sizes
that are possible. The rules are in `core/movement` and `core/draws`.
"""
