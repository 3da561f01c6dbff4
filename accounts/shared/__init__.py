"""What all three apps rest on: fields of forms, pages, and the machinery of the API.

Begin with `views.py` for pages, `forms.py` for forms, and `api/decorators.py` for addresses of
the API: `api/schema.py` describes them, `api/paging.py` gives their rows, `api/refusals.py` words what is
refused.
"""
