"""What a table records: pools, bids, tricks and scores, slips, corrections, and the table's phone.

Begin with `services/deals.py` and `services/bids.py`, then `presenters/deal_entry.py`.
`services/phones.py` and `views/phone_pages.py` are the table's phone. The rules are in `core/kinds` and
`games/rules`.
"""
