"""The words of the game are explained on the pages where they first stand."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.linked_phones import linked, scan
from tests.web.html import faults
from tests.web.test_every_member import game_of
from tournaments.base.words import TERMS
from tournaments.core.formats.registry import PLANNED
from tournaments.core.kinds.counters import CountersKind
from tournaments.core.kinds.registry import KINDS
from tournaments.core.record import Stage

MEMBERS = [
    (format, kind, game)
    for format in PLANNED
    for kind in KINDS.values()
    if isinstance(kind, CountersKind) and (game := game_of(format, kind))
]
every = pytest.mark.parametrize(
    ("format", "kind", "game"), MEMBERS, ids=[f"{format.key}-{kind.key}" for format, kind, _ in MEMBERS]
)
WANTED = {"counters", "called", "fresh-stake"}


def explained(html):
    """Return which of the words the page explains."""
    assert faults(html) == []
    return {key for key in WANTED if f"<dt>{TERMS[key].word}</dt><dd>{TERMS[key].meaning}</dd>" in html}


@every
def test_before_play(cast, night, format, kind, game):
    alice = Client()
    alice.force_login(cast.alice)
    used = WANTED & {*kind.terms, *format.terms}
    assert "counters" in used
    new = reverse("evening-new", args=[cast.club.pk])
    assert explained(alice.get(f"{new}?game={game}&format={format.key}").text) == used
    for stage in (Stage.DRAFT, Stage.CHECK_IN):
        at = night(8, stage, game=game, format=format.key).evening
        assert explained(alice.get(reverse("evening", args=[at.pk])).text) == used
        assert explained(alice.get(reverse("evening-settings", args=[at.pk])).text) == used


@every
def test_where_a_result_is_entered(cast, night, format, kind, game):
    alice = Client()
    alice.force_login(cast.alice)
    used = WANTED & {*kind.terms, *format.terms}
    hall = linked(night(8, game=game, format=format.key))
    deal = reverse("deal", args=[hall.evening.pk, 1, 1, 1])
    phone = scan(hall, 1)
    assert explained(alice.get(deal).text) == used
    assert explained(phone.get(reverse("score-deal", args=[1, 1])).text) == used


def test_one_table_explains_no_booby_table(cast, night):
    alice = Client()
    alice.force_login(cast.alice)
    for players, told in ((5, False), (12, True)):
        at = night(players).evening
        page = alice.get(reverse("deal", args=[at.pk, 1, 1, 1])).text
        assert (f"<dt>{TERMS['booby-table'].word}</dt>" in page) == told


def test_in_german(cast, night):
    alice = Client(headers={"accept-language": "de"})
    alice.force_login(cast.alice)
    with override("de"):
        page = alice.get(reverse("evening-new", args=[cast.club.pk])).text
    assert "<dt>Marken</dt>" in page
    assert "<dt>Neuer Einsatz</dt>" in page
