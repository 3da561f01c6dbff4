"""The seats: drawn by lot, in tables of which sizes, and changed by hand.

Begin with `services.py`. `presenters.py` shows the draw, `presenters.py` the sizes
that are possible. The rules are in `core/movement` and `core/draws`.
"""
