"""The results of an evening as they stand, and the versions that were written.

Begin with `selectors/standings.py` and `selectors/standings.py`. `services.py` writes a
version. The rules are in `core/results` and `core/ranking`.
"""
