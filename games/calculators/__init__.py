"""Calculations for a position of a game: schedules, bids, scores, tricks and pools.

Begin with `forms/options.py` for people, and `api/calculators.py` for programs. The rules are in
`games/rules`.
"""
