"""The pages for everybody: the projector, a player's phone, and published evenings and leagues.

Begin with `presenters/hall.py` and `presenters/player.py`. `presenters/published.py` shows an evening with
the names that visitors may read.
"""
