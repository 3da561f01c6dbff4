"""What everybody may see: the projector, a player's phone, and published evenings and leagues.

Begin with `presenters/hall.py` and `presenters/player.py`. `presenters/published.py` is an evening
with the names that visitors may read.
"""
