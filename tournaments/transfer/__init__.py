"""What comes in and goes out: lists and results that are imported, evenings and seasons as files.

Begin with `services/imports.py` for what comes in, and `presenters/evening.py` for the document that goes
out. The formats of the files are in `core/files`.
"""
