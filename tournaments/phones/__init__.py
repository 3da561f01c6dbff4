"""The table's phone: its code and link, its page, late results, and requests for a correction.

Begin with `services.py` and `views.py`. `selectors.py` makes the code on the table. `scoring/services`
records a deal from any sender.
"""
