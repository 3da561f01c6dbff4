"""The budget of the look: which sizes, weights, radii, heights, spaces and colours the screens may use.

``limits`` has the figures and ``scenes`` the evenings that the ``screens`` show. ``measuring`` reads computed
styles. ``python -m tests.browser.budget`` prints the figures; ``test_budget.py`` holds them.
"""
