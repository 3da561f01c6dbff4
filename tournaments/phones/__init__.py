"""The table's phone: its code and link, its page, late results, and requests for a correction.

Begin with `services.py` and `views.py`. `selectors.py` makes the code on the
table. A deal is recorded by `scoring/services`, whoever sends it.
"""
