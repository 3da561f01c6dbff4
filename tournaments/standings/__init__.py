"""The results of an evening and its prizes as they stand, and the versions that were written.

Begin with `selectors/standings.py`. `presenters/prizes.py` words the prizes,
`presenters/prize_standings.py` says how each of them is worked out, and `services/result_versions.py`
writes a version. The rules are in `core/results` and `core/ranking`.
"""
