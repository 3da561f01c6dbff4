"""The people of an evening: check-in, late arrivals, pauses, ways out and back, names and roles.

Begin with `services.py`. `presenters/people.py` lists everybody, `presenters/person.py` tells one
person's evening, and `presenters/person.py` what can be done for somebody now.
"""
