"""The base of all subjects: words and phrases, pictures, messages after a commit, and commands as addresses.

Begin with `services.py`, which all services use to write. `words.py` puts reasons and refusals into words.
`views.py` and `api/commands.py` are shared by pages and addresses of the API. The code here only depends on
the row of an evening.
"""
