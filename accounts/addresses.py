"""The converter ``<num:...>`` for numbers in addresses, up to the bound of all numbers."""

from django.urls import register_converter
from django.urls.converters import IntConverter

from accounts.numbers import LARGEST_ID


class NumberConverter(IntConverter):
    """A number in an address: ``<num:pk>``. No address has one that is larger than any that is stored."""

    regex = f"[0-9]{{1,{len(str(LARGEST_ID))}}}"

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > LARGEST_ID:
            raise ValueError
        return number


def register() -> None:
    """Let addresses be written with it."""
    register_converter(NumberConverter, "num")
