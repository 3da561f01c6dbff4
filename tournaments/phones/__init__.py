"""The table's phone: its code and link, its page, late results, and requests for a correction.

Begin with `services/phones.py` and `views/phone_pages.py`. `selectors/links.py` makes the code on the
table. A deal is recorded by `scoring/services`, whoever sends it.
"""
