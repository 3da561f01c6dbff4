"""The prizes of sixteen seasons, each in another state, as every page, file, list and program tells them."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.players.services import group_change, group_create
from tests.api.described import held
from tests.api.members import bearer
from tests.cast import Cast
from tests.played_seasons import a_season, an_evening, by, played, player
from tests.published import page_of, publish_all
from tests.seasons.services.test_season_rewrite import CHAMPION, merge
from tests.web.admin_pages import root, where
from tests.web.html import Page
from tournaments.checks.presenters import load_waiting_sections
from tournaments.core.files.cells import BOM
from tournaments.core.files.season import read_season
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, Evening, League, Season
from tournaments.records.services.people import player_forget
from tournaments.seasons.services.results import (
    season_close,
    season_prize_give,
    season_prize_take_back,
    season_reopen,
    season_rewrite,
)
from tournaments.seasons.services.seasons import evening_add, evening_remove
from tournaments.transfer.presenters.tables import build_season_document
from tournaments.transfer.selectors.imports import plan_season
from tournaments.transfer.services.imported_results import result_record
from tournaments.transfer.services.imports import season_import

pytestmark = pytest.mark.postgresql
Prizes = dict[str, list[str]]
ORDERS = ("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid")
YOUNG = Listed("own-2", "Best junior", (Step("place"),), group="Juniors")
WHY = "because"


@dataclass
class State:
    """How a season came to its state, and what everybody is then told."""

    make: Callable[[Cast], Season]
    won: Prizes = field(default_factory=dict)
    given: Prizes = field(default_factory=dict)
    open: bool = False
    waits: frozenset[str] = frozenset()
    """The kinds of *What waits* in which the season is."""


def two(cast: Cast, *, closed: bool = True, prizes: tuple[Listed, ...] = (CHAMPION,)) -> Season:
    """Bob was second, first and second; Ann and Anna are one person, who was first, second and first."""
    season = played(cast, *ORDERS, prizes=prizes)
    publish_all(League.objects.filter(pk=season.league_id), "name")
    if closed:
        season_close(by(cast, season))
    return season


def nothing(cast: Cast) -> Season:
    season = a_season(cast, prizes=(CHAMPION,))
    publish_all(League.objects.filter(pk=season.league_id), "name")
    return season


def gift(cast: Cast, season: Season, title: str = "Raffle", who: str = "Cid") -> Season:
    season_prize_give(by(cast, season, WHY), title=title, winners=[player(cast, who)])
    return season


def taken_back(cast: Cast) -> Season:
    season = gift(cast, gift(cast, two(cast)), "Best costume", "Bob")
    season_prize_take_back(by(cast, season, WHY), prize="hand-2")
    return season


def of_a_group(cast: Cast, members_after: tuple[str, ...] = ("Cid", "Anna")) -> Season:
    """Of the juniors Cid and Anna were better than Cid; after the closing the group has others."""
    group = group_create(by=cast.alice, club=cast.club, name="Juniors")
    season = two(cast, closed=False, prizes=(CHAMPION, YOUNG))
    group_change(by=cast.alice, group=group, players=[player(cast, who) for who in members_after])
    season_close(by(cast, season))
    group_change(by=cast.alice, group=group, players=[player(cast, "Bob")])
    return season


def corrected(cast: Cast) -> Season:
    season = two(cast)
    evening = Evening.objects.order_by("held_on").first()
    assert evening is not None
    lines = tuple(
        ResultLine(who, place=place, net=50 - place) for place, who in enumerate(("Cid", "Bob", "Ann"), 1)
    )
    result_record(RequestedBy(evening.pk, cast.alice, WHY), lines=lines)
    return season


def merged(cast: Cast, *, anew: bool = False) -> Season:
    season = two(cast)
    merge(cast)
    if anew:
        season_rewrite(by(cast, season, WHY))
    return season


def reopened(cast: Cast, *, again: bool = False) -> Season:
    season = merged(cast)
    season_reopen(by(cast, season, WHY))
    if again:
        season_close(by(cast, season))
    return season


def forgotten(cast: Cast) -> Season:
    season = gift(cast, two(cast))
    for name in ("Bob", "Cid"):
        player_forget(by=cast.alice, player=Player.objects.get(club=cast.club, name=name), typed=name)
    return season


def taken_off(cast: Cast) -> Season:
    """Cid's only evenings do not count any more."""
    season = gift(cast, two(cast, closed=False))
    for evening in Evening.objects.order_by("pk"):
        evening_remove(by(cast, season), evening=evening.pk)
    more = an_evening(cast, 9, "Bob", "Ann")
    evening_add(by(cast, season), evening=more.pk)
    return season


def imported(cast: Cast, make: Callable[[Cast], Season]) -> Season:
    """The season of ``make`` as another club reads it from its file."""
    source = make(cast)
    text = json.dumps(build_season_document(Season.objects.get(pk=source.pk), all_known=True))
    told = read_season(text)
    mark = plan_season(cast.other_club, told).mark
    season = season_import(by=cast.charlie, club=cast.other_club, file=told, mark=mark)
    publish_all(League.objects.filter(pk=season.league_id), "name")
    return season


STATES: Mapping[str, State] = {
    "no evening": State(nothing, {"Champion": []}, open=True),
    "open": State(lambda cast: two(cast, closed=False), {"Champion": ["Bob"]}, open=True),
    "open, one by hand": State(
        lambda cast: gift(cast, two(cast, closed=False)),
        {"Champion": ["Bob"]},
        {"Raffle": ["Cid"]},
        open=True,
    ),
    "closed": State(two, {"Champion": ["Bob"]}),
    "closed, by hand": State(lambda cast: gift(cast, two(cast)), {"Champion": ["Bob"]}, {"Raffle": ["Cid"]}),
    "closed, one taken back": State(taken_back, {"Champion": ["Bob"]}, {"Raffle": ["Cid"]}),
    "closed, of a group": State(of_a_group, {"Champion": ["Bob"], "Best junior": ["Anna"]}),
    "closed, of a group without one": State(
        lambda cast: of_a_group(cast, ()), {"Champion": ["Bob"], "Best junior": []}
    ),
    "closed, an evening corrected": State(corrected, {"Champion": ["Bob"]}, waits=frozenset({"corrected"})),
    "closed, then merged": State(merged, {"Champion": ["Bob"]}, waits=frozenset({"merged"})),
    "a winner by hand taken off": State(
        taken_off, {"Champion": ["Bob"]}, {"Raffle": []}, open=True, waits=frozenset({"gifts"})
    ),
    "rewritten": State(lambda cast: merged(cast, anew=True), {"Champion": ["Ann"]}),
    "reopened": State(reopened, {"Champion": ["Ann"]}, open=True),
    "closed again": State(lambda cast: reopened(cast, again=True), {"Champion": ["Ann"]}),
    "names removed": State(forgotten, {"Champion": ["A former player"]}, {"Raffle": ["A former player 2"]}),
    "imported": State(
        lambda cast: imported(cast, lambda cast: gift(cast, of_a_group(cast))),
        {"Champion": ["Bob"], "Best junior": ["Anna"]},
        {"Raffle": ["Cid"]},
    ),
}


def of_page(client: Client, season: Season) -> Prizes:
    page = Page(client.get(f"/seasons/{season.pk}/prizes/").content.decode())
    found = Prizes()
    for card in page.root.all("article"):
        [title] = card.all("h3")
        winner = next(one for one in card.all("p") if "winner" in one.attributes.get("class", ""))
        found[title.words] = [] if winner.words == "Nobody" else winner.words.split(", ")
    return found


def of_api(season: Season, user: User) -> Prizes:
    told = held(bearer(user), "GET", f"/api/v1/seasons/{season.pk}/prizes/", status=200)
    return {prize["title"]: [one["name"] for one in prize["winners"]] for prize in told["prizes"]}


def of_file(client: Client, season: Season) -> Prizes:
    told = client.get(f"/seasons/{season.pk}/export.json").json()
    prizes = [*(told["closing"] or {"prizes": []})["prizes"], *told["given"]]
    return {one["title"]: [told["people"][at - 1]["name"] for at in one["winners"]] for one in prizes}


def of_list(client: Client, season: Season) -> Prizes:
    lines = [award.line for award in client.get(where(Award)).context["cl"].result_list]
    return {
        line.title: [one.name for one in line.winners]
        for line in lines
        if line.source == season and line.state in ("announced", "by_hand")
    }


def of_csv(client: Client, season: Season) -> Prizes:
    text = client.get(where(Award, "csv")).content.decode().removeprefix(BOM)
    rows = csv.DictReader(io.StringIO(text))
    return {
        row["prize"]: row["winners"].split(", ") if row["winners"] else []
        for row in rows
        if row["occasion"] == f"{season.league.name} · {season.name}"
        and row["state"] in ("announced", "given by hand")
    }


def waits_in(season: Season) -> set[str]:
    """The kinds of *What waits* in which the season stands, or a prize of it."""
    return {
        part.key
        for part in load_waiting_sections(timezone.localdate())
        for line in part.lines
        if line.row in (season, *season.gifts.all()) or getattr(line.row, "season", None) == season
    }


def of_public_page(season: Season) -> Prizes:
    page = Page(Client().get(page_of(season)).content.decode())
    found = Prizes()
    for section in page.root.all("section"):
        if section.attributes.get("aria-labelledby") == "prizes":
            for line in section.all("li"):
                [who], [*_others, why] = line.all("strong"), line.all("span")
                title = line.words.removesuffix(why.words).strip().removesuffix(who.words).strip()
                found[title] = [] if who.words == "nobody" else who.words.split(", ")
    return found


def of_public_api(season: Season) -> Prizes:
    told = Client().get(f"/api/v1{page_of(season)}").json()
    return {prize["title"]: prize["winners"] for prize in told["prizes"]}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", STATES)
def test_everybody_is_told_the_same(client, cast, name):
    state = STATES[name]
    season = Season.objects.get(pk=state.make(cast).pk)
    member = cast.charlie if season.league.club_id == cast.other_club.pk else cast.alice
    client.force_login(member)
    everything, settled = state.won | state.given, {} if state.open else state.won
    told = {"page": of_page(client, season), "API": of_api(season, member)}
    told |= {"file": of_file(client, season)}
    client.force_login(root())
    told |= {"list": of_list(client, season), "its CSV": of_csv(client, season)}
    told |= {"public page": of_public_page(season), "public API": of_public_api(season)}
    assert waits_in(season) == state.waits
    public = {} if state.open else everything
    plain = {
        of: {title.partition(": ")[0]: who for title, who in prizes.items()} for of, prizes in told.items()
    }
    assert plain == {
        "page": everything,
        "API": everything,
        "file": settled | {title: who for title, who in state.given.items() if who},  # docs/season.md
        "list": settled | state.given,
        "its CSV": settled | state.given,
        "public page": public,
        "public API": public,
    }
