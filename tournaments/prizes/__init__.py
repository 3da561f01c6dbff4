"""The prizes of an evening: calculated, changed, given by hand, revealed, and written on certificates.

Begin with `presenters/prize_standings.py`, and `services.py`. The rules are in `core/results` and
`core/ranking`; a season's prizes are in `seasons`.
"""
