"""The end of an evening: settling up, finishing, the ledger of counters, pictures.

Begin with `services/results.py`, then `presenters/settling.py` and `presenters/ledger.py`. How places
come about is in `standings`, prizes are in `prizes`.
"""
