"""People by the names that were sent, numbered from 1 in the order in which they were named."""

from collections.abc import Mapping, Sequence

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name
from accounts.refusals import TWICE


def numbered(names: Sequence[tuple[str, str]]) -> dict[str, int]:
    """A number for each name, given with its field. RuleError at the field of a name that is there twice."""
    numbers: dict[str, int] = {}
    for field, name in names:
        name = clean_name(name, field)
        if name in numbers:
            raise RuleError(field, TWICE, name=name)
        numbers[name] = len(numbers) + 1
    return numbers


def known(given: str, numbers: Mapping[str, int], field: str) -> int:
    """Somebody's number, by name. RuleError at ``field`` if nobody here is called so."""
    name = clean_name(given, field)
    if name not in numbers:
        raise RuleError(field, _("There is no player “%(name)s” here."), name=name)
    return numbers[name]


def among(names: Sequence[str], numbers: Mapping[str, int], field: str) -> frozenset[int]:
    """Some people's numbers, each once. RuleError at ``<field>.<index>``."""
    found: list[int] = []
    for index, name in enumerate(names):
        number = known(name, numbers, f"{field}.{index}")
        if number in found:
            raise RuleError(f"{field}.{index}", TWICE, name=clean_name(name))
        found.append(number)
    return frozenset(found)
