"""The organiser's page: the phase, the next step, what is due, and the stream that keeps it fresh.

Begin with `presenters.py`, then `services.py`: what the worker does when something is
due. `live.py` is the streams, which run beside Django.
"""
