"""Players across evenings: their record, ratings, own data, and forgetting a player.

Begin with `selectors/player_record.py`, then `services/ratings.py` and `services/people.py`. The list of
players itself, groups and merging are in `accounts`.
"""
