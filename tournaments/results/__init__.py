"""The end of an evening: settling up, finishing, prizes that are given, the ledger, certificates, pictures.

Begin with `services/results.py`, then `presenters/settling.py` and `presenters/ledger.py`. How places and
prizes come about is in `standings`.
"""
