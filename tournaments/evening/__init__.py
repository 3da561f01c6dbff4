"""An evening's record: read from its rows, written by one decorator, and looked at by every page.

Begin with `services/journal.py`: a service locks the evening, judges the right and writes one line. Then
`selectors/evening.py`, which reads the record, and `presenters/evening_view.py`, which works out what
follows from it. `presenters/formats` and `presenters/kinds` hold what differs by format and by kind of
play.
"""
