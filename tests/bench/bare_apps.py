"""The one app of the bare site that asks for a middleware, without that."""

from allauth.account.apps import AccountConfig


class Account(AccountConfig):  # type: ignore[misc] # it is not typed
    def ready(self) -> None:
        """Ask for no middleware."""
