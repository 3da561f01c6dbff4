"""What the club knows of its players over the evenings: record, ratings, own data, and what is forgotten.

Begin with `selectors/player_record.py`, then `services/ratings.py` and `services/people.py`. The list
of players itself, groups and merging are in `accounts`.
"""
