"""An evening's record: read from its rows, written by one decorator, and shown by every page.

Begin with `services/journal.py`: a service locks the evening, checks the right and writes one line. Then
`selectors/evening.py`, which reads the record, and `presenters/evening_view.py`, which calculates what
follows from it. `presenters/formats` and `presenters/kinds` contain what depends on the format and on the
kind of play.
"""
