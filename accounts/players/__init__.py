"""A club's list of players: names, groups, merges, claims, and forgotten people.

Begin with `services.py` and `selectors.py`. What a player did in evenings is in `tournaments/records`.
"""
