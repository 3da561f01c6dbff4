"""A club's house rules: a game of the library with some rules changed.

Begin with `services.py`. `views.py` has the web pages.
"""
