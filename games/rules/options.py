"""The options of a game: what a club may choose, and which choices exclude one another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import OUT_OF_RANGE
from games.rules.checks import YES_OR_NO

Value = bool | int | str
Options = Mapping[str, Value]
"""Every option of a game by its key, with its value."""


@answers(
    *("key", "title", "default", "choices", "least", "most", "excludes"),
    component="OptionAnswer",
    description="An option: its default is true or false, a number from ``least`` to ``most``, or one of "
    "``choices``.",
)
@dataclass(frozen=True)
class Option:
    """One option. The type of its default sets the kind: yes or no, a number, or one of ``choices``.

    ``choices``: keys with their shown words. ``yes``: the choice that a bare "yes" means. ``least`` and
    ``most`` limit a number. ``excludes``: the keys of options that cannot be chosen together with this one.
    """

    key: str
    title: str
    default: Value = False
    choices: Mapping[str, str] | None = None
    yes: str = ""
    least: int | None = None
    most: int | None = None
    excludes: tuple[str, ...] = ()

    def read_value(self, entered: Any) -> Value:
        """Return the given value, checked. RuleError at ``options.<key>``."""
        field = f"options.{self.key}"
        if self.choices is not None:
            if entered is True and self.yes:
                return self.yes
            if not isinstance(entered, str) or entered not in self.choices:
                named = ", ".join(self.choices)
                raise RuleError(field, _("Choose one of these: %(choices)s."), choices=named)
            return entered
        if isinstance(self.default, bool):
            if not isinstance(entered, bool):
                raise RuleError(field, YES_OR_NO)
            return entered
        least, most = self.least or 0, self.most or 0
        if isinstance(entered, bool) or not isinstance(entered, int) or not least <= entered <= most:
            raise RuleError(field, OUT_OF_RANGE, least=least, most=most)
        return entered


def group_exclusive(options: Sequence[Option]) -> tuple[tuple[Option, ...], ...]:
    """Return groups of yes-or-no options that exclude each other. At most one of a group can be chosen."""
    groups = list[tuple[Option, ...]]()
    for option in options:
        if any(option in group for group in groups):
            continue
        group = (option, *(other for other in options if other.key in option.excludes))
        apart = all(a is b or a.key in b.excludes or b.key in a.excludes for a in group for b in group)
        if len(group) > 1 and apart and all(each.default is False for each in group):
            groups.append(group)
    return tuple(groups)


def fill_options(options: Sequence[Option], given: Mapping[str, object]) -> Options:
    """Return all options: the given values, and defaults for the others.

    RuleError at ``options.<key>``: an unknown option, a wrong value, or two that exclude one another.
    RuleError at ``options`` if ``given`` is not a set of options.
    """
    if not isinstance(given, Mapping):
        raise RuleError("options", _("Enter the options by key."))
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise RuleError(f"options.{str(key)[:40]}", _("This game has no such option. Leave it out."))
    values = {
        key: option.read_value(given[key]) if key in given else option.default
        for key, option in known.items()
    }
    for key, option in known.items():
        for other in option.excludes:
            if values[key] != option.default and values[other] != known[other].default:
                raise RuleError(
                    f"options.{key}",
                    _("This cannot be combined with the option “%(other)s”. Choose one of them."),
                    other=other,
                )
    return values
