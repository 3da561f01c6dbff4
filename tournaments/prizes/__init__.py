"""The prizes of an evening: calculated, changed, given by hand, revealed, and written on certificates.

Begin with `presenters/prizes.py`, which shows how each prize is calculated, and `services.py`. The rules
are in `core/results` and `core/ranking`; a season's prizes are in `seasons`.
"""
