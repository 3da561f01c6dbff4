"""How dates and times are written in each language: long, short, with the time, the time alone.

Django reads these modules by ``FORMAT_MODULE_PATH``. Templates write ``|date``, ``|time`` and
``|date:"DATETIME_FORMAT"``; pages name a form for ``date_format``. Nobody spells a form out elsewhere.
"""
