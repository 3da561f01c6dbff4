"""The cast that every test knows, and an evening at any stage for them to meet at.

Alice owns the club, Bob organises beside her, Sam scores, Vera only looks, and Charlie owns another
club and is a stranger here.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cache, partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection

from accounts.errors import RuleError
from accounts.models import Club, Membership, Role, User
from tests.bids import Call, taken, told
from tests.copies import copied
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.movement.seating import list_playing
from tournaments.core.record import Purpose, Stage
from tournaments.core.settings import Counting, Settings
from tournaments.evening.selectors.deals import BidTable, load_bid_table
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import EntryRow, Evening, Journal, RoundRow
from tournaments.prizes.services import prizes_reveal_all
from tournaments.results.services import evening_call_off, evening_finish, evening_settle, final_count
from tournaments.scoring.services.bids import bids_record, score_record
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record, table_count
from tournaments.seating.services import evening_start, seats_draw

AT_THE_END = {"counting": Counting.AT_THE_END}
FIXED = {"format": "fixed"}
NO_OPTIONS: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Cast:
    club: Club
    other_club: Club
    alice: User
    bob: User
    sam: User
    vera: User
    charlie: User


def make_cast() -> Cast:
    club, other = Club.objects.create(name="Thursday Club"), Club.objects.create(name="Charlie's Club")
    people = {}
    for name, at, role in (
        ("Alice", club, Role.OWNER),
        ("Bob", club, Role.ORGANISER),
        ("Sam", club, Role.SCORER),
        ("Vera", club, Role.VIEWER),
        ("Charlie", other, Role.OWNER),
    ):
        # An unusable password: hashing one takes longer than most tests.
        people[name.lower()] = User.objects.create(
            email=f"{name.lower()}@example.org", name=name, password="!"
        )
        Membership.objects.create(user=people[name.lower()], club=at, role=role)
    return Cast(club, other, **people)


@pytest.fixture
def cast(db: None, request: pytest.FixtureRequest) -> Cast:
    """Everybody and their clubs."""
    copied(request, make_cast, "cast")
    people = {user.name.lower(): user for user in User.objects.all()}
    clubs = {club.name: club for club in Club.objects.all()}
    return Cast(clubs["Thursday Club"], clubs["Charlie's Club"], **people)


def anew(make: Callable[[], object], *_key: Hashable) -> None:
    make()


@dataclass
class Night:
    """An evening and short ways of driving it, by Alice unless said otherwise.

    ``scene`` makes what a whole table, a round or an evening plays, or copies it from an earlier test.
    """

    evening: Evening
    alice: User
    scene: Callable[..., None] = field(default=anew, repr=False, compare=False)

    @property
    def by(self) -> RequestedBy:
        return RequestedBy(self.evening.pk, self.alice)

    def because(self, reason: str) -> RequestedBy:
        return replace(self.by, reason=reason)

    def keyed(self, key: UUID | None = None) -> RequestedBy:
        return replace(self.by, key=key or uuid4())

    @property
    def facts(self) -> Facts:
        return load_facts(self.evening.pk)

    @property
    def round(self) -> int:
        return RoundRow.objects.filter(evening=self.evening, void=None).latest("number").number

    @property
    def tables(self) -> list[int]:
        return sorted({position for position, _chair in self.seats().values()})

    def table(self, position: int) -> list[int]:
        """Who sits at the table, in seat order."""
        return [entry for entry, (at, _chair) in self.seats().items() if at == position]

    def seats(self) -> dict[int, tuple[int, int]]:
        """Everybody's table and chair, table by table in seat order."""
        return _seats(self.facts)

    def held(self) -> dict[int, int | None]:
        return ledger.compute_balances(self.facts, self.evening.settings)

    def agrees(self) -> bool:
        """Whether the ledger has the counters that were given out, no more and no fewer."""
        self.evening.refresh_from_db()
        return ledger.find_imbalance(self.facts, self.evening.settings) is None

    def entry(self, name: str) -> int:
        return EntryRow.objects.get(evening=self.evening, name=name, void=None).pk

    def preview(self) -> Preview:
        self.evening.refresh_from_db()
        return build_preview(self.facts, self.round)

    def play(
        self,
        position: int,
        *,
        winner: int | None = None,
        winners: tuple[int, ...] = (),
        callers: tuple[int, ...] = (),
        lose: int = 1,
        deal: int = 1,
    ) -> None:
        """Record the table's deal: all but its winners (the first seat) put in ``lose`` and lose it.

        In Brag nobody drops who put in as much as the winner, so all call there.
        """
        facts = self.facts
        number = facts.rounds[-1].number
        here = list_playing(facts, number)
        players = [entry for entry, (at, _chair) in _seats(facts).items() if at == position and entry in here]
        winners = winners or (players[0] if winner is None else winner,)
        stakes = Tally(TallyKind.STAKES, dict.fromkeys(players, lose))
        all_call = self.evening.play.game.family == "brag"
        deal_record(
            self.by,
            round=number,
            table=position,
            deal=deal,
            winners=list(winners),
            in_call=players if all_call else list(callers),
            tally=Tally() if self.evening.settings.counting is Counting.AT_THE_END else stakes,
        )

    def told(
        self,
        position: int,
        winners: Sequence[int],
        amounts: Mapping[int, int] | None = None,
        *,
        in_call: Sequence[int] = (),
        kind: TallyKind = TallyKind.NET,
        deal: int = 1,
        round: int = 0,
    ) -> dict[str, Any]:
        """A deal of the table as a scorer tells it: in this round, by what each won or lost."""
        where = {"round": round or self.round, "table": position, "deal": deal}
        tally = Tally(kind, amounts) if amounts else Tally()
        return {**where, "winners": list(winners), "in_call": list(in_call), "tally": tally}

    def record(
        self, position: int, winners: Sequence[int], *amounts: Mapping[int, int] | None, **more: Any
    ) -> Journal:
        """Record a deal of the table as ``told``."""
        return deal_record(self.by, **self.told(position, winners, *amounts, **more))

    def correct(
        self, position: int, winners: Sequence[int], *amounts: Mapping[int, int] | None, **more: Any
    ) -> Journal:
        """Correct a deal of the table as ``told``: the version that stands."""
        body = self.told(position, winners, *amounts, **more)
        where = (body["round"], position, body["deal"])
        (pool,) = (one for one in self.facts.pools if (one.round, one.position, one.deal) == where)
        return deal_correct(self.because("a slip"), **body, base_version=pool.version)

    def at(self, position: int, deal: int | None = None) -> BidTable:
        """The table where bids are played for; with ``deal`` as it was before that one."""
        return load_bid_table(self.evening, self.round, position, deal)

    def bid(self, position: int, *bids: int, call: Call | None = None, **more: Any) -> Journal:
        """Record bids on the table's next deal, in bidding order; by themselves the lowest allowed."""
        at = self.at(position)
        where = {"round": self.round, "table": position, "deal": at.next_number}
        return bids_record(self.by, **{**where, "bids": told(at, bids, call), **more})

    def score(
        self, position: int, *tricks: int, bids: Sequence[int] = (), call: Call | None = None
    ) -> Journal:
        """Score the table's next deal, in bidding order; by itself as many bids as can be are exact."""
        at = self.at(position)
        said = told(at, bids, call)
        if at.open is not None:
            said = replace(said, by_entry={e: at.open.bids[e] for e in said.by_entry}, call=at.open.call)
        won, deal = taken(at, said, tricks), at.next_number
        return score_record(self.by, round=self.round, table=position, deal=deal, result=won, bids=said)

    def play_table(self, position: int) -> None:
        """The table plays its deals of the round: at fixed tables a whole game."""
        self._scene(partial(self._play_table, position), "play_table", position)

    def _play_table(self, position: int) -> None:
        if self.evening.play.kind.stakes:
            for deal in range(1, self.evening.settings.deals + 1):
                self.play(position, deal=deal)
        else:
            while self.at(position).next_number:
                self.score(position)

    def play_round(self) -> None:
        """Every table plays its deals, and what must be counted or cut is."""
        self._scene(self._play_round, "play_round")

    def _play_round(self) -> None:
        for position in self.tables:
            self._play_table(position)
        self._decide()

    def decide(self) -> None:
        """Ring if nobody did; count and cut until the moves can be applied."""
        self._scene(self._decide, "decide")

    def _decide(self) -> None:
        if not self.preview().rung:
            bell_ring(self.by, round=self.round)
        while (preview := self.preview()).counts or preview.cuts:
            for need in preview.counts:
                counts = {entry: 40 + n for n, entry in enumerate(need.uncounted)}
                table_count(self.by, round=self.round, table=need.table, counts=counts)
            for at, cut in preview.cuts:
                cut_draw(self.by, round=at, purpose=cut.purpose, table=cut.table, deal=cut.deal)

    def cut(self, purpose: Purpose, table: int, cards: dict[int, str], deal: int = 0) -> None:
        cut_record(self.by, round=self.round, purpose=purpose, table=table, cards=cards, deal=deal)

    def next_round(self) -> None:
        self._scene(self._next_round, "next_round")

    def _next_round(self) -> None:
        self._play_round()
        moves_apply(self.by, round=self.round)

    def settle(self) -> None:
        """The last bell, after one more round if this one has begun; counted where counters are not."""
        self._scene(self._settle, "settle")

    def _settle(self) -> None:
        evening_settle(self.by, round=self.round)
        if self.evening.settings.counting is Counting.AT_THE_END:
            owners = set(self.facts.starters) - set(ledger.count_taken_away(self.facts))
            total = ledger.count_on_tables(self.facts, self.evening.settings)
            counts = dict.fromkeys(owners, total // len(owners))
            counts[min(owners)] += total % len(owners)
            final_count(self.by, counts=counts)

    def finish(self) -> None:
        self._scene(self._finish, "finish")

    def _finish(self) -> None:
        self._settle()
        evening_finish(self.by)

    def _scene(self, make: Callable[[], object], *key: Hashable) -> None:
        self.scene(make, *key, self.evening.pk, self.alice.pk)
        self.evening.refresh_from_db()

    def reveal(self) -> "Night":
        """Every prize of the finished evening is known to the hall."""
        prizes_reveal_all(self.by)
        return self


def _seats(facts: Facts) -> dict[int, tuple[int, int]]:
    now = facts.rounds[-1].number
    return {seat.entry: (seat.position, seat.chair) for seat in facts.seats if seat.round == now}


NightMaker = Callable[..., Night]


@pytest.fixture
def night(cast: Cast, request: pytest.FixtureRequest) -> NightMaker:
    """An evening of ``players`` at ``stage``: p01, p02 … of alternating roles, seats drawn by seed "7".

    Settling and finished evenings have played one round, one that was called off has at table 1. What is
    played is progressive Draw Poker, if no other ``game``, ``options`` and ``format`` are asked for.
    """

    def make(
        players: int = 12,
        stage: Stage = Stage.PLAYING,
        club: Club | None = None,
        *,
        game: str = "draw-poker",
        options: Mapping[str, Any] = NO_OPTIONS,
        format: str = "progressive",
        rules_name: str = "",
        **settings: object,
    ) -> Night:
        at = club or cast.club
        choice, chosen = GameChoice(game, options, format, rules_name), Settings(**settings)  # type: ignore[arg-type]

        def played() -> None:
            evening = evening_create(
                actor=None if club else cast.alice, club=at, name="Thursday", settings=chosen, choice=choice
            )
            _bring_to(Night(evening, cast.alice), players, stage, RequestedBy(evening.pk))

        copied(request, played, at.pk, club is None, players, stage, repr(choice), repr(chosen))
        return Night(Evening.objects.latest("pk"), cast.alice, partial(copied, request))

    return make


def _bring_to(night: Night, players: int, stage: Stage, by: RequestedBy) -> None:
    stages = list(Stage)
    if stages.index(stage) >= stages.index(Stage.CHECK_IN):
        check_in_open(by)
        roles = night.evening.settings.roles or ("",)
        people = [Arrival(f"p{n:02}", roles[n % len(roles)]) for n in range(1, players + 1)]
        if players:
            people_check_in(by, people=people)
    if stages.index(stage) >= stages.index(Stage.SEATED):
        seats_draw(by, seed="7")
    if stages.index(stage) >= stages.index(Stage.PLAYING):
        evening_start(by)
    if stage in (Stage.SETTLING, Stage.FINISHED):
        night.play_round()
        night.settle()
    if stage is Stage.FINISHED:
        evening_finish(by)
    if stage is Stage.CALLED_OFF:
        night.play_table(1)
        evening_call_off(replace(by, reason="Too few players"))


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Every row of ours, to see that a refused command wrote nothing."""
    with connection.cursor() as cursor:
        return {label: cursor.execute(asked).fetchall() for label, asked in _every_table().items()}


@cache
def _every_table() -> dict[str, str]:
    """The plain SQL that reads each model; the ORM would take much of a test's time."""
    quoted = connection.ops.quote_name
    return {
        model._meta.label: f"SELECT * FROM {quoted(model._meta.db_table)} ORDER BY 1"  # noqa: S608
        for app in ("accounts", "account", "games", "tournaments")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }


@contextmanager
def refused(field: str, says: str = "", error: type[RuleError] = RuleError) -> Iterator[None]:
    """What happens inside is refused at ``field``, in words that hold ``says``, and writes nothing.

    ``field`` may be a pattern: a count is refused at "counters", or at one person's "counters-7".
    """
    before = everything()
    with pytest.raises(error) as caught:
        yield
    assert fnmatch(caught.value.field, field), caught.value
    assert says in str(caught.value)
    assert everything() == before
