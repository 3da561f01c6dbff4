"""Leagues and their seasons: evenings that count, points, divisions, closing, and questions about a row.

Begin with `selectors/counting.py`, which counts a season from its evenings. `presenters/table.py` shows the
season, `services/seasons.py` changes it, `services/results.py` closes it. The rules are in `core/leagues`.
"""
