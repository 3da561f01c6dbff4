"""Imports and exports: lists and results that are imported, evenings and seasons as files.

Begin with `services/imports.py` for imports, and `presenters/evening.py` for the exported document. The
formats of the files are in `core/files`.
"""
