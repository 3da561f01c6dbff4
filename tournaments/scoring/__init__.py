"""What a table records: pools, bids, tricks and scores, slips, and corrections of a deal.

Begin with `services/deals.py` and `services/bids.py`, then `presenters/deals.py`. What a table's
phone may do is in `phones`. The rules are in `core/kinds` and `games/rules`.
"""
