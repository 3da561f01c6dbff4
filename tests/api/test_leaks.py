"""No answer and no page of a season tells more than its reader may know.

The fields of an answer are chosen at the value (``@answers``), which does not stop a leak: a name can be a
full one, a prize can be hidden. So everybody opens everything, before and after the announcement.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client

from accounts.models import Player, User
from accounts.shared.api.values import Derived
from tests.cast import Cast, Night
from tests.played_seasons import by, played
from tests.published import publish_all
from tests.web.addresses import addresses
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import GIVEN_BY_HAND, Listed
from tournaments.core.record import Stage
from tournaments.hall.presenters import published
from tournaments.models import Award, Evening, League, Result, Season
from tournaments.seasons.presenters.journal import BookLine
from tournaments.seasons.presenters.table import DivisionTable, TableRow, load_season_table
from tournaments.seasons.selectors.counting import EveningOf
from tournaments.seasons.services.results import row_question_answer, row_question_ask, season_close
from tournaments.seasons.services.seasons import evening_add

TITLE, REASON, SURNAME = "Best hat", "Rosebud", "Zwickerling"
"""A prize that is not announced yet, of which the hall knows the title; and what no stranger may read."""
MEMBERS, STRANGERS = ("owner", "viewer"), ("hall", "visitor")


@dataclass
class Leagues:
    """A published season with one evening whose prizes are still to be announced.

    That evening weighs 987 %, so that no other one gives its points.
    """

    cast: Cast
    night: Night
    season: Season

    def __post_init__(self) -> None:
        known, told = (_points(self.season, all_known=all_known) for all_known in (True, False))
        self.hidden = {TITLE, REASON, *(known - told)}

    def open(self, reader: str) -> Iterator[tuple[str, str]]:
        """Yield everything of the season that the reader can open: its address and its text."""
        client = Client()
        if reader in MEMBERS:
            client.force_login(self.cast.alice if reader == "owner" else self.cast.vera)
        for address in sorted(set(self._addresses(reader))):
            answer = client.get(address)
            if answer.status_code == 200:
                yield address, text_of(answer)

    def _addresses(self, reader: str) -> Iterator[str]:
        if reader == "hall":
            yield f"/j/{self.night.evening.join_code}/"
        about = ("season", "league", "by-code") if reader == "hall" else ("season", "league")
        for name, pattern in addresses():
            if any(word in pattern for word in about) and not name.startswith("admin:"):
                yield from self._filled(pattern)

    def _filled(self, pattern: str) -> Iterator[str]:
        of = {
            "pk": self._row(pattern),
            "address": self.season.league.public_address,
            "code": self.night.evening.join_code,
            "evening": self.night.evening.pk,
            "question": 1,
            "version": 1,
            "which": "division-0",
            "key": "own-1",
        }
        # Who played in the evening alone, and who never did.
        people = [Player.objects.earliest("pk").pk, Player.objects.latest("pk").pk]
        for player in people if "player>" in pattern else (0,):
            filled = pattern
            for key, row in {**of, "player": player}.items():
                filled = re.sub(rf"<\w+:{key}>", str(row), filled)
            yield f"/{filled}"

    def _row(self, pattern: str) -> int:
        rows = {"clubs/": self.cast.club, "evenings/": self.night.evening, "public/": self.season}
        league = pattern.removeprefix("api/v1/").startswith("leagues/")
        return next(
            (row.pk for at, row in rows.items() if pattern.removeprefix("api/v1/").startswith(at)),
            self.season.league_id if league else self.season.pk,
        )

    def secrets(self, reader: str) -> Mapping[str, str]:
        """Return what the reader may not see, and why."""
        emails = [user.email for user in User.objects.all() if user.name.lower() not in ("alice", "vera")]
        found = {"e-mail": emails}
        if reader != "owner":
            found["hidden"] = sorted(self.hidden - ({TITLE} if reader == "hall" else set()))
        if reader in ("viewer", "visitor"):
            found["code"] = [self.night.evening.join_code]
        if reader in STRANGERS:
            found |= {"full name": [SURNAME], "e-mail": ["@example.org"]}
        return {secret: why for why, secrets in found.items() for secret in secrets}

    def leaks(self, reader: str) -> set[str]:
        """Return which sorts of secrets the reader finds somewhere, with the addresses."""
        secrets = self.secrets(reader)
        holds = re.compile("|".join(map(re.escape, secrets)))
        return {
            f"{secrets[found]} at {address}"
            for address, text in self.open(reader)
            for found in holds.findall(text)
        }


def text_of(answer: Any) -> str:
    """Return what is read there; of a spreadsheet, that of all its parts."""
    sent = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if sent.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(sent)) as parts:
            sent = b"".join(parts.read(name) for name in parts.namelist())
    return str(sent.decode(errors="replace"))


def _points(season: Season, *, all_known: bool) -> set[str]:
    rows = load_season_table(season, all_known=all_known).divisions[0].rows
    return {text for row in rows for text in (row.total, str(row.points)) if not text.isdigit()}


@pytest.fixture
def leagues(cast: Cast, night: Callable[..., Night]) -> Leagues:
    made = night(8, Stage.FINISHED)
    Player.objects.update(name=Concat("name", Value(f" {SURNAME}"), "pk"))
    prizes = (Listed("own-1", "Champion", (Step("place"),)),)
    season = played(cast, ("Ada", "Ben", "Cora"), prizes=prizes, prize=3)
    evening_add(by(cast, season), evening=made.evening.pk, weight=987)
    Player.objects.exclude(name__contains=SURNAME).update(name=Concat("name", Value(f" {SURNAME}"), "pk"))
    result = Result.objects.get(evening=made.evening)
    award = Award.objects.create(
        result=result, prize="told-1", title=TITLE, rank=9, why=GIVEN_BY_HAND, figures={"reason": REASON}
    )
    award.winners.add(made.evening.entries.earliest("pk"))
    asked = Player.objects.earliest("-pk").pk
    row_question_ask(by(cast, season), player=asked, text="Why?")
    row_question_answer(by(cast, season), question=1, answer="Because.")
    publish_all(League.objects.all(), "first")
    publish_all(Evening.objects.all(), "first")
    made.evening.refresh_from_db()
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    return Leagues(cast, made, season)


READERS = (*MEMBERS, *STRANGERS)


@pytest.mark.parametrize("reader", READERS)
def test_before_the_announcement(leagues, reader):
    assert leagues.leaks(reader) == set()
    opened = dict(leagues.open(reader))
    assert len(opened) > (25 if reader in MEMBERS else 3), sorted(opened)
    seen = {secret for secret in leagues.hidden if any(secret in text for text in opened.values())}
    if reader == "owner":
        assert seen == leagues.hidden - {REASON}, "it is there to be found"


@pytest.mark.parametrize("reader", READERS)
def test_after_the_announcement(leagues, reader):
    leagues.night.reveal()
    hidden, leagues.hidden = leagues.hidden, set()
    assert leagues.leaks(reader) == set()
    texts = [text for _address, text in leagues.open(reader)]
    assert sum(any(secret in text for text in texts) for secret in hidden) > 3, "everybody sees it now"


@pytest.mark.parametrize("reader", READERS)
def test_in_a_closed_season(leagues, reader):
    leagues.night.reveal()
    season_close(by(leagues.cast, leagues.season))
    leagues.hidden = set()
    assert leagues.leaks(reader) == set()


PLANTED: Mapping[str, tuple[type, str, Callable[[Leagues, Any], object]]] = {
    "a full name": (TableRow, "visitor", lambda _leagues, row: Player.objects.get(pk=row.person).name),
    "a code": (EveningOf, "visitor", lambda leagues, _evening: leagues.night.evening.join_code),
    "an address": (EveningOf, "visitor", lambda leagues, _evening: leagues.cast.bob.email),
    "a member's address": (BookLine, "viewer", lambda leagues, _line: leagues.cast.bob.email),
    "a hidden prize": (BookLine, "viewer", lambda _leagues, _line: Award.objects.earliest("-pk").title),
    "hidden points": (
        DivisionTable,
        "viewer",
        lambda leagues, _table: [row.total for row in load_season_table(leagues.season).divisions[0].rows],
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_field_is_found(leagues, monkeypatch, what):
    """What an answer would send with one field more."""
    value, reader, planted = PLANTED[what]
    send = Derived.to_representation

    def sends(self: Derived, instance: Any) -> Any:
        more = {"planted": planted(leagues, instance)} if isinstance(instance, value) else {}
        return send(self, instance) | more

    monkeypatch.setattr(Derived, "to_representation", sends)
    assert leagues.leaks(reader)


def test_full_names_on_a_page_are_found(leagues, monkeypatch):
    names = dict(Player.objects.values_list("pk", "name"))
    monkeypatch.setattr(published, "players_called", lambda *_asked: names)
    page = f"/public/leagues/{leagues.season.league.public_address}/seasons/{leagues.season.pk}/"
    assert leagues.leaks("visitor") == {f"full name at {page}", f"full name at /api/v1{page}"}
