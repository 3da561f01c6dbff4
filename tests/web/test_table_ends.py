"""Which table is the head table and which the booby table: every reader gives the same answer."""

import re
from collections.abc import Mapping

import pytest
from django.urls import reverse

from accounts.errors import RuleError
from tests.linked_phones import linked, scan
from tests.published import publish_all
from tests.web.test_every_member import CASES, words
from tournaments.attendance.presenters.people import plan_draw_for
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import build_play
from tournaments.core.movement.table_sizes import choose_sizes
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.results.presenters.pictures import _list_table_titles

ENDS = {1: {1: "head"}, 2: {1: "head", 2: "booby"}, 3: {1: "head", 3: "booby"}}
"""By the number of tables (docs/rules.md#one-round, 4 and 7), in the one format that has a head table."""

pytestmark = pytest.mark.every_case
every = pytest.mark.parametrize(
    ("format", "game", "tables"),
    [
        pytest.param(*case.values, tables, id=f"{case.id}-{tables}")
        for case in CASES
        for tables in (ENDS if str(case.id).startswith(Progressive.key) else (2,))
    ],
)


def ends_of(tables, number="table"):
    """The ends that values have, by the table's number."""
    found = {}
    for table in tables:
        get = table.get if isinstance(table, Mapping) else lambda key, of=table: getattr(of, key)
        if said := [end for end in ("head", "booby") if get(f"is_{end}")]:
            found[get(number)] = " ".join(said)
    return found


def end_in(text):
    return " ".join(re.findall("head|booby", text.lower()))


def players_for(game, format, tables):
    """So few people as make so many tables."""
    play = build_play(game, {}, format)
    for players in range(3, 40):
        try:
            sizes = choose_sizes(players, play.game)
        except RuleError:
            continue
        if len(sizes.sizes) == tables and not sizes.sits_out:
            return players
    raise AssertionError(f"{game} has no {tables} tables in {format}")


@every
def test_every_reader_knows_the_same_ends(client, cast, night, format, game, tables):
    wanted = ENDS[tables] if format.key == Progressive.key else {}
    players = players_for(game, format.key, tables)
    night = linked(night(players, game=game, format=format.key, deals=1, games=2))
    client.force_login(cast.alice)
    publish_all(Evening.objects.filter(pk=night.evening.pk))
    evening, code = night.evening.pk, night.evening.join_code

    def get(name, *args):
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200, name
        return answer

    paper, hall = get("paper", evening).context["paper"], get("hall", code)
    me = {table: get("player", code, night.table(table)[0]) for table in night.tables}
    phones = {table: scan(night, table) for table in night.tables}
    sheets = {table: phone.get(reverse("score"), follow=True) for table, phone in phones.items()}
    readers = {
        "check-in": ends_of(plan_draw_for(night.evening, players).tables),
        "console": ends_of(get("evening", evening).context["console"].tables),
        "hall": ends_of(hall.context["hall"].tables),
        "published": ends_of(get("api-public-code", code).json()["tables"]),
        "paper": ends_of([table.table for table in paper.tables]),
        "slips": ends_of(paper.slips),
        "API": ends_of(get("api-evening", evening).json()["round"]["tables"]),
        "player": ends_of([page.context["me"].table for page in me.values()]),
        "sheet": ends_of([page.context["sheet"] for page in sheets.values()]),
        "phone": {
            table: end
            for table, page in sheets.items()
            if (end := end_in(page.content.decode().split("</h1>")[0].split("<h1>")[1]))
        },
    }
    assert readers == dict.fromkeys(readers, wanted)
    swaps = {table for table, page in me.items() if page.context["me"].swaps}
    assert swaps == (set(range(1, tables)) if wanted else set())
    pages = [hall, *me.values(), *sheets.values(), get("evening", evening), get("paper", evening)]
    if tables == 1 or not wanted:
        assert not [page for page in pages if "booby table" in words(page).lower()]


@every
def test_a_draw_names_the_same_ends(client, cast, night, format, game, tables):
    wanted = ENDS[tables] if format.key == Progressive.key else {}
    night = night(players_for(game, format.key, tables), Stage.SEATED, game=game, format=format.key)
    client.force_login(cast.alice)
    answer = client.get(reverse("evening", args=[night.evening.pk]))
    assert ends_of(answer.context["draw"].tables) == wanted
    titles = [end_in(title) for title in _list_table_titles(night.facts)]
    assert {table: end for table, end in enumerate(titles, 1) if end} == wanted
    assert tables > 1 or "booby" not in words(answer).lower()
