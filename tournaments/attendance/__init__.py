"""The people of an evening: check-in, late arrivals, pauses, departures and returns, names and roles.

Begin with `services.py`. `presenters/people.py` lists all people. `presenters/person.py` shows one person's
evening, and the actions that are possible for the person now.
"""
