"""The basis of all three apps: form fields, helpers of pages, and the machinery of the API.

Begin with `views.py` for pages, `forms.py` for forms, and `api/decorators.py` for the API. `api/schema.py`
describes the API, `api/paging.py` returns lists, and `api/refusals.py` words refusals.
"""
