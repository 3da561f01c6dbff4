"""The present results of an evening, and the written versions.

Begin with `selectors/standings.py`. `services.py` writes a version. The rules are in `core/results` and
`core/ranking`.
"""
