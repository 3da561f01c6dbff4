"""The organiser's page: the phase, the next step, what is due, and the stream that keeps it fresh.

Begin with `presenters.py`. Then `services.py`: the worker's tasks when something is due. `live.py` serves the
streams, beside Django.
"""
