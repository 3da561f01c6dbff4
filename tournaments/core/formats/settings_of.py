"""The settings that only some formats have."""

OF_KNOCKOUT = ("through", "through_of", "consolation")
OF_LADDER = ("moving",)
OF_ONE_FORMAT = (*OF_KNOCKOUT, *OF_LADDER)
"""Those that one of the formats of whole games has."""
OF_MOVES = ("rounds", "bell", "unfinished", "all_called", "booby", "exact_protects")
