from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from accounts import addresses
from accounts.unlimited import watch_migrations


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts and clubs")

    def ready(self) -> None:
        watch_migrations(self)
        addresses.register()
