"""What everybody may see: the projector, a player's phone, and published evenings and leagues.

Begin with `presenters/hall.py` and `presenters/player_page.py`. `presenters/public_view.py` is an evening
with the names that visitors may read.
"""
