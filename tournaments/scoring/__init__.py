"""The records of a table: pools, bids, tricks and scores, slips, and corrections of a deal.

Begin with `services/deals.py` and `services/bids.py`, then `presenters/deals.py`. `phones` has the rights of
a table's phone. The rules are in `core/kinds` and `games/rules`.
"""
