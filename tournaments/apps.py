from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Evenings")

    def ready(self) -> None:
        pre_migrate.connect(_make_private, sender=self)


def _make_private(*, using: str, **_signal: Any) -> None:
    """Before there is anything in it: however tables are made, it is by migrating."""
    from tournaments.management.disk import make_private

    make_private(connections[using])
