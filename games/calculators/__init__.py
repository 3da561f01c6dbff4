"""What a game says of a position: schedules, bids, scores, tricks and pools, for people and programs.

Begin with `forms/options.py` for people, and `api/calculators.py` for programs. The rules are in
`games/rules`.
"""
