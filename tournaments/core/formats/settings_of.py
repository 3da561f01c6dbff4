"""The settings that only some formats have."""

from __future__ import annotations

OF_KNOCKOUT = ("through", "through_of", "consolation")
OF_MOVES = ("rounds", "bell", "unfinished", "all_called", "booby", "exact_protects")
