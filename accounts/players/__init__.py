"""A club's list of players: names, groups, merging two entries, claims, and who is forgotten.

Begin with `services.py` and `selectors.py`. What a player did in evenings is in
`tournaments/records`.
"""
