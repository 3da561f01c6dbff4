"""The formats of dates and times in each language: long, short, with time, and time alone.

Django reads these modules by ``FORMAT_MODULE_PATH``. Templates write ``|date``, ``|time`` and
``|date:"DATETIME_FORMAT"``; other code passes a format's name to ``date_format``. No other place spells out a
format.
"""
