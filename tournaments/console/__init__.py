"""The organiser's page: the phase, the next step, what is due, and the stream that keeps it fresh.

Begin with `presenters/console.py`, then `services/due_tasks.py`: what the worker does when something is
due. `live.py` is the streams, which run beside Django.
"""
