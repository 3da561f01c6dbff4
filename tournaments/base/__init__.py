"""What all subjects rest on: words and phrases, pictures, messages after a commit, and commands as
addresses.

Begin with `services.py`: how every service writes. `words.py` words reasons and refusals.
`views.py` and `api/commands.py` are what pages and addresses of the API have in common. It knows no
evening but by its row.
"""
