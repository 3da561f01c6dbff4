"""The library of games, for everybody: each game with its rules and its tools.

Begin with `views.py`. The games are in `games/rules`, their sentences in `games/describe`.
"""
