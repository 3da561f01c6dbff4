"""The club's evenings and the next one: its settings, its plan, and correcting or removing it.

Begin with `views.py`: the form of a new evening, and its settings. `presenters.py` calculates when the
evening ends. The service that makes an evening is in `evening/services/evenings.py`.
"""
