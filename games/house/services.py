"""Create, change and retire house rules; check the rights of the person who does so."""

import hashlib
import json
from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, find_right, require
from accounts.refusals import KEY_USED
from games.models import HouseRules
from games.rules.registry import get_ruleset, refuse_withdrawn

RETIRED = _("These house rules are no longer used.")

MOST = 100
"""The most house rules in use in a club."""


@transaction.atomic
def house_rules_create(
    *,
    by: User,
    club: Club,
    game: str,
    name: str,
    options: Mapping[str, object],
    key: UUID | None = None,
) -> HouseRules:
    """Create house rules: a game with changed options and a name. The same ``key`` gets the same row.

    RuleError at ``game``, ``name``, ``options``, ``options.<key>`` or ``request_key``.
    """
    _begin(by, club.pk)
    digest = _hash_body(game, name, options) if key else ""
    earlier = HouseRules.objects.filter(club=club, request_key=key).first() if key else None
    if earlier is None:
        refuse_withdrawn(game)
        name, differing = clean_name(name), find_changed_options(game, options)
        _refuse_known(club.pk, name)
        return HouseRules.objects.create(
            club=club, game=game, name=name, options=differing, request_key=key, request_digest=digest
        )
    if earlier.request_digest != digest:
        raise RuleError(
            "request_key",
            KEY_USED,
        )
    return earlier


@transaction.atomic
def house_rules_change(
    *, by: User, rules: HouseRules, name: str | None = None, options: Mapping[str, object] | None = None
) -> HouseRules:
    """Change the name or the options. None leaves a value unchanged. RuleError as in creation.

    Planned evenings keep their rules.
    """
    _begin(by, rules.club_id)
    rules = HouseRules.objects.get(pk=rules.pk)
    if rules.retired:
        raise StateError("name", RETIRED)
    name = rules.name if name is None else clean_name(name)
    differing = find_changed_options(rules.game, rules.options if options is None else options)
    _refuse_known(rules.club_id, name, but=rules.pk)
    rules.name, rules.options = name, differing
    rules.save(update_fields=["name", "options"])
    return rules


@transaction.atomic
def house_rules_retire(*, by: User, rules: HouseRules) -> HouseRules:
    """Retire the rules: new evenings cannot use them, and the name is free. A repeat changes nothing."""
    _begin(by, rules.club_id)
    rules = HouseRules.objects.get(pk=rules.pk)
    rules.retired = True
    rules.save(update_fields=["retired"])
    return rules


def find_changed_options(game: str, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options that differ from the game's defaults. RuleError as in ``choose``."""
    rules = get_ruleset(game)
    values = rules.choose(options)
    differing: dict[str, object] = {
        option.key: values[option.key] for option in rules.options if values[option.key] != option.default
    }
    if not differing:
        raise RuleError("options", _("Change at least one option: these are the usual rules."))
    return differing


def _begin(by: User, club: int) -> None:
    """Check the right, and lock the club's names, so that one request at a time changes them."""
    require(find_right(by.pk, club), Right.RUN)
    Club.objects.select_for_update().get(pk=club)


def _refuse_known(club: int, name: str, but: int | None = None) -> None:
    """Refuse a name already in use, and more house rules than the limit. RuleError."""
    other_rules = HouseRules.objects.filter(club=club, retired=False)
    if but is not None:
        other_rules = other_rules.exclude(pk=but)
    names = other_rules.values_list("name", flat=True)
    if name_key(name) in map(name_key, names):
        raise TakenError(
            "name", _("Your club already has house rules called “%(name)s”. Choose another name."), name=name
        )
    if len(names) >= MOST:
        raise StateError(
            "name",
            _("A club can have at most %(most)s house rules. Stop using some of them first."),
            most=MOST,
        )


def _hash_body(*body: object) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
