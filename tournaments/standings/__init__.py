"""The results of an evening as they stand, and the versions that were written.

Begin with `selectors/standings.py` and `selectors/results.py`. `services/result_versions.py` writes a
version. The rules are in `core/results` and `core/ranking`.
"""
