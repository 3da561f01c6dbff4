"""Sheets for the evening without network: slips, seats, rules, and what to do by hand.

Begin with `presenters.py`, then `views.py`.
"""
