"""The seats: drawn by lot, for tables of chosen sizes, and changed by hand.

Begin with `services.py`. `presenters.py` shows the draw and the possible sizes. The rules are in
`core/movement` and `core/draws`.
"""
