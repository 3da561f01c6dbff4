from django.apps import AppConfig
from django.urls import register_converter
from django.urls.converters import IntConverter
from django.utils.translation import gettext_lazy as _

from accounts.numbers import LARGEST_ID
from accounts.unlimited import watch_migrations


class NumberConverter(IntConverter):
    """A number in an address: ``<num:pk>``. It matches no number larger than ``LARGEST_ID``."""

    regex = f"[0-9]{{1,{len(str(LARGEST_ID))}}}"

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > LARGEST_ID:
            raise ValueError
        return number


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts and clubs")

    def ready(self) -> None:
        watch_migrations(self)
        register_converter(NumberConverter, "num")
