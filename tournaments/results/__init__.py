"""The end of an evening: settling up, finishing, the ledger of counters, pictures.

Begin with `services.py`, then `presenters/standing.py` and `presenters/ledger.py`. `standings` calculates
places; `prizes` contains the prizes.
"""
