"""The API of the bell, its cuts and the clock; also of a bell and of prizes without an evening.

To ask “what happens if”, a request sends a position or people's figures, with people by name. They are
numbered from 1 in the order of their names in the request.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.answers import CALCULATORS, STRANGERS
from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST, LONGEST_ROLE, MOST_ROLES, clean_name
from accounts.refusals import TWICE
from accounts.shared.api.decorators import member, public
from accounts.shared.api.fields import Body, BoundedList, Flag, NamedValues, OneOf, Text, Whole, read
from accounts.shared.api.schema import described, described_for_members
from games.calculators.api.bodies import GameBody
from games.rules.cards import Card, parse_card, refuse_repeats
from tournaments.base.api.addresses import get_evening, make_evening_urls
from tournaments.base.api.answers import Answer, At, ByName, Why, answer
from tournaments.base.api.commands import Command
from tournaments.base.arguments import MOST_AT_A_TABLE
from tournaments.bell.presenters import BellOutcome, EveningBell, Exchange, Unmoved, Verdict, build_outcome
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, cuts_draw, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.console.presenters import load_console
from tournaments.core.evening import Play
from tournaments.core.formats.preview import find_limits
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import build_play
from tournaments.core.movement.cuts import Attempt, refuse_idle
from tournaments.core.movement.levelling import build_table_bell
from tournaments.core.movement.seating import HEAD, SeatedPlayer, SeatedTable
from tournaments.core.ranking.metrics import SettledPerson, build_figures, settle_person
from tournaments.core.ranking.prize_list import PRIZES
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Purpose, Stage
from tournaments.core.refusals import HAS_NO_COUNTERS, NO_TABLE
from tournaments.core.results.prizes import (
    NOT_PRESENT,
    Belongs,
    are_roles_undecided,
    award,
    drop_roles,
    explain_few_deals,
    list_prizes,
)
from tournaments.core.results.standings import list_steps, list_steps_now, rank_settled
from tournaments.core.settings import AllCalled, BoobyBy, Settings, from_json
from tournaments.evening.presenters.movers import CountWaits, CutMade, CutView, Mover
from tournaments.evening.services.journal import PLAIN_STAGE
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_prizes
from tournaments.results.presenters.standing import StandingRow, build_rows_by_place
from tournaments.scoring.selectors import read_round_state


class CardByName(serializers.DictField):
    """Cards by the names of the players who cut them."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {value.name: value.card}


class CardsByName(serializers.ListField):
    child = CardByName()


BELL = answer(
    EveningBell,
    moves=partial(answer(Mover, start=At, end=At), many=True),
    cuts_made=partial(answer(CutMade, cards=CardsByName), many=True),
)


@described_for_members("bell", "The outcome of the bell", BELL, refuses_states=True)
@member("GET")
def bell(request: Request, pk: int) -> Response:
    """Moves with reasons, fresh stakes, exchanged seats, and missing cuts and counts."""
    evening = get_evening(request, pk)
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", PLAIN_STAGE[Stage(evening.stage)])
    return Response(BELL(load_console(evening).outcome).data)


AT = {"clock": "body", "minutes": "body"}
LENGTH = {"clock": "body", "minutes": "seconds"}
OF_EVENINGS = (
    Command(bell_ring, stands=read_round_state),
    Command(moves_apply, stands=read_round_state, body_fields={"cards": "body", "counts": "body"}),
    Command(cut_record),
    Command(cut_draw, body_fields={"cards": "body"}),
    Command(cuts_draw, body_fields={"cards": "body"}),
    Command(clock_start, body_fields=LENGTH, stands=read_round_state),
    Command(clock_pause, body_fields=AT, stands=read_round_state),
    Command(clock_resume, body_fields=AT, stands=read_round_state),
    Command(clock_extend, body_fields=LENGTH, stands=read_round_state),
    Command(round_last, stands=read_round_state),
)


MOST_TABLES = 60
MOST_PEOPLE = 500
MOST_ATTEMPTS = 10
FEWEST_POINTS = -1_000_000

DRAW_POKER = "draw-poker"


def _make_text_field(**options: Any) -> Text:
    return Text(max_length=LONGEST, **options)


class EveningBody(GameBody):
    """The evening’s game, with its options."""

    game = _make_text_field(default=DRAW_POKER, help_text="Key of a game that progressive evenings can use.")


class SeatedBody(Body):
    """A person at a table when the bell rings."""

    name = _make_text_field()
    counters = Whole(
        min_value=FEWEST_POINTS,
        allow_null=True,
        default=None,
        help_text="Counters at the bell. Null: not counted. In games with bids: the running total.",
    )
    chair = Whole(
        min_value=1,
        max_value=100,
        required=False,
        help_text="Seat. Default: 1, 2 … in the order of the list.",
    )
    keeps_seat = Flag(default=False, help_text="This player always keeps their seat.")
    left = Flag(default=False, help_text="The player left during the round.")
    staked = Flag(default=False, help_text="The player took a fresh stake between two deals of the round.")


class TableBody(Body):
    """A table when the bell rings, with its last pool."""

    players = BoundedList(
        child=SeatedBody(), min_length=1, max_length=MOST_AT_A_TABLE, help_text="In the order of the seats."
    )
    winners = BoundedList(child=_make_text_field(), max_length=MOST_AT_A_TABLE, default=list)
    in_call = BoundedList(
        child=_make_text_field(),
        max_length=MOST_AT_A_TABLE,
        default=list,
        help_text="Players who called. In games with bids: players with an exact bid.",
    )
    void = Flag(default=False, help_text="The deal is void: the table could not finish it.")


class CutBody(Body):
    """A recorded cut: all attempts in order, each with the cards by name."""

    purpose = OneOf(choices=[purpose.value for purpose in Purpose])
    table = Whole(min_value=1)
    attempts = BoundedList(
        child=NamedValues(most=MOST_AT_A_TABLE, child=Text(max_length=3)),
        min_length=1,
        max_length=MOST_ATTEMPTS,
    )


class BellSettingsBody(Body):
    """The settings that a bell depends on."""

    all_called = OneOf(choices=[choice.value for choice in AllCalled], required=False)


class RoundBody(EveningBody):
    """A position when the bell rings."""

    tables = BoundedList(
        child=TableBody(), min_length=1, max_length=MOST_TABLES, help_text="All tables, the head table first."
    )
    cuts = BoundedList(child=CutBody(), max_length=2 * MOST_TABLES, default=list)
    settings = BellSettingsBody(required=False)


class PersonBody(Body):
    """A person when the evening is settled up."""

    name = _make_text_field()
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")
    counters = Whole(min_value=0, allow_null=True, default=None, help_text="Counters. Null: not counted yet.")
    fresh_stakes = Whole(min_value=0, default=0, help_text="Number of fresh stakes.")
    yellow_chips = Whole(min_value=0, default=0, help_text="Number of yellow chips.")
    score = Whole(min_value=FEWEST_POINTS, default=0, help_text="Points, in games with bids.")
    exact_bids = Whole(min_value=0, default=0, help_text="Number of exact bids, in games with bids.")
    present = Flag(default=True, help_text="Whether the player was present at the last bell.")
    deals = Whole(min_value=0, allow_null=True, default=None, help_text="Deals played. Null: not known.")


class PrizeSettingsBody(Body):
    """The settings that prizes depend on; docs/settings.md has their meaning and defaults."""

    stake = Whole(required=False)
    roles = BoundedList(child=Text(max_length=LONGEST_ROLE), max_length=MOST_ROLES, required=False)
    prizes = BoundedList(child=OneOf(choices=PRIZES), max_length=len(PRIZES), required=False)
    booby = OneOf(choices=[choice.value for choice in BoobyBy], required=False)
    one_prize_each = Flag(required=False)
    leavers_win = Flag(required=False)
    prize_deals = Whole(required=False)


class PrizesBody(EveningBody):
    """People with their figures."""

    people = BoundedList(child=PersonBody(), min_length=1, max_length=MOST_PEOPLE)
    settings = PrizeSettingsBody(required=False)


def number_names(names: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return a number for each name. RuleError at the field of a repeated name."""
    numbers: dict[str, int] = {}
    for field, name in names:
        name = clean_name(name, field)
        if name in numbers:
            raise RuleError(field, TWICE, name=name)
        numbers[name] = len(numbers) + 1
    return numbers


def find_number(raw_name: str, numbers: Mapping[str, int], field: str) -> int:
    """Return the number of the person with this name. RuleError at ``field`` if there is none."""
    name = clean_name(raw_name, field)
    if name not in numbers:
        raise RuleError(field, _("There is no player “%(name)s” here."), name=name)
    return numbers[name]


def find_numbers(names: Sequence[str], numbers: Mapping[str, int], field: str) -> frozenset[int]:
    """Return the numbers of these people, without repetition. RuleError at ``<field>.<index>``."""
    entries: list[int] = []
    for index, name in enumerate(names):
        number = find_number(name, numbers, f"{field}.{index}")
        if number in entries:
            raise RuleError(f"{field}.{index}", TWICE, name=clean_name(name))
        entries.append(number)
    return frozenset(entries)


class PrizesAnswer(Answer):
    """The result after settling up."""

    standing = answer(StandingRow, CALCULATORS)(many=True)
    prizes = answer(PrizeDisplay, CALCULATORS, winners=ByName)(many=True)


@described("progressive_prizes", "The winners of prizes", PrizesAnswer, body=PrizesBody)
@public("POST")
def prizes(request: Request) -> Response:
    """Return the standings of people who have settled up, and each prize with its reason."""
    body = read(PrizesBody, request.data)
    people = body["people"]
    play = build_play(body["game"], body["options"], Progressive.key)
    settings = _parse_settings(body.get("settings", {}))
    numbers = number_names([(f"people.{index}.name", person["name"]) for index, person in enumerate(people)])
    names = {number: name for name, number in numbers.items()}
    settled = {
        entry: _parse_settled(entry, person, play, settings.stake)
        for entry, person in zip(names, people, strict=True)
    }
    ineligible = _find_ineligible(dict(zip(names, people, strict=True)), settings)
    roles = [person["role"] for entry, person in zip(names, people, strict=True) if entry not in ineligible]
    undecided = are_roles_undecided(settings, play, roles)
    awards = award(
        list_prizes(drop_roles(settings) if undecided else settings, play),
        map(build_figures, settled.values()),
        {entry: Belongs(person["role"]) for entry, person in zip(names, people, strict=True)},
        ineligible,
        one_prize_each=settings.one_prize_each,
    )
    steps = list_steps_now(settled, list_steps(play), play)
    rows = build_rows_by_place(rank_settled(settled, steps), names, play, steps)
    return Response(PrizesAnswer({"standing": rows, "prizes": build_prizes(names, awards, parted=True)}).data)


def _parse_settings(body: Mapping[str, Any]) -> Settings:
    """Return the sent settings; the others have defaults. RuleError at ``settings.<name>``."""
    try:
        return from_json(body)
    except RuleError as error:
        raise RuleError(f"settings.{error.field}", error.message, **error.figures) from None


def _find_ineligible(people: Mapping[int, Mapping[str, Any]], settings: Settings) -> dict[int, Reason]:
    """Return why people cannot win: not present at the last bell, or too few deals."""
    deals_played = {
        entry: deals for entry, person in people.items() if (deals := person["deals"]) is not None
    }
    reasons = explain_few_deals(deals_played, settings.prize_deals)
    if not settings.leavers_win:
        reasons |= {entry: NOT_PRESENT for entry, person in people.items() if not person["present"]}
    return reasons


def _parse_settled(entry: int, body: Mapping[str, Any], play: Play, stake: int) -> SettledPerson:
    """Return a settled person, with those of the sent figures that the game uses."""
    person = settle_person(entry, body["counters"], body["fresh_stakes"], body["yellow_chips"], stake)
    figures = {"score": body["score"], "exact": body["exact_bids"]}
    return person._replace(**{**figures, **play.kind.foreign_figures})


class Name(serializers.CharField):
    """A person by the name in the request."""

    def to_representation(self, value: Any) -> str:
        name: str = value.name
        return name


class Names(serializers.ListField):
    child = Name()


class Cards(serializers.DictField):
    """The cards of an attempt, by name."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {cut.name: cut.card for cut in value}


class Attempts(serializers.ListField):
    child = Cards()


CUT = answer(CutView, STRANGERS, among=Names, attempts=Attempts)
ROUND = answer(
    BellOutcome,
    STRANGERS,
    yellow_chip=partial(Name, allow_null=True),
    moves=partial(answer(Mover, STRANGERS, start=At, end=At), many=True),
    people=partial(answer(Verdict, STRANGERS, why=Why), many=True),
    fresh_stakes=Names,
    exchanges=partial(answer(Exchange, STRANGERS, broke=Name, partner=Name), many=True),
    nobody_leaves=partial(answer(Unmoved), many=True),
    cuts_needed=partial(CUT, many=True),
    counts_needed=partial(answer(CountWaits, STRANGERS, people=Names), many=True),
)


@described("progressive_round", "The moves at a bell", ROUND, body=RoundBody)
@public("POST")
def round(request: Request) -> Response:
    """List all moves, fresh stakes and seat changes with reasons, and the cuts and counts still needed."""
    body = read(RoundBody, request.data)
    play = build_play(body["game"], body["options"], Progressive.key)
    numbers = number_names(
        [
            (f"tables.{index}.players.{place}.name", player["name"])
            for index, table in enumerate(body["tables"])
            for place, player in enumerate(table["players"])
        ]
    )
    tables = [_parse_table(table, numbers, f"tables.{index}") for index, table in enumerate(body["tables"])]
    for index, table in enumerate(tables):
        _check_size(play, table, f"tables.{index}")
        _check_counters(play, table, f"tables.{index}")
    cuts = [_parse_cut(cut, numbers, len(tables), f"cuts.{index}") for index, cut in enumerate(body["cuts"])]
    ring = partial(
        build_table_bell,
        dict(enumerate(tables, start=HEAD)),
        all_called=AllCalled(body.get("settings", {}).get("all_called", AllCalled.STAY)),
        limits=find_limits(play),
        stakes=play.kind.stakes,
    )
    refuse_idle(cuts, lambda trial: ring(cuts=trial).needs)
    names = {number: name for name, number in numbers.items()}
    return Response(ROUND(build_outcome(ring(cuts=cuts), play, names)).data)


def _parse_table(body: Mapping[str, Any], everybody: Mapping[str, int], field: str) -> SeatedTable:
    """Return the sent table. RuleError if a named person does not sit there, or nobody has won."""
    names = [clean_name(player["name"]) for player in body["players"]]
    numbers = {name: everybody[name] for name in names}
    players = tuple(
        SeatedPlayer(
            numbers[name],
            player.get("chair", place),
            player["counters"],
            keeps_seat=player["keeps_seat"],
            has_left=player["left"],
            staked=player["staked"],
        )
        for place, (name, player) in enumerate(zip(names, body["players"], strict=True), start=1)
    )
    if len({player.chair for player in players}) < len(players):
        raise RuleError(f"{field}.players", _("Two players cannot have the same seat."))
    winners = find_numbers(body["winners"], numbers, f"{field}.winners")
    table = SeatedTable(
        players,
        winners=winners,
        in_call=find_numbers(body["in_call"], numbers, f"{field}.in_call"),
        void=body["void"],
    )
    if table.playing and table.void == bool(winners):
        raise RuleError(f"{field}.winners", _("Name the winner, or mark the deal as void. Do not do both."))
    return table


def _check_size(play: Play, table: SeatedTable, field: str) -> None:
    """Refuse too many people for a table of this game, and a decided deal with too few players."""
    limits, sitting = find_limits(play), len(table.players)
    if sitting > limits.most:
        raise RuleError(f"{field}.players", _("A table has at most %(most)s seats here."), most=limits.most)
    if table.decided and not play.kind.can_play(play, sitting):
        raise RuleError(f"{field}.players", _("This table has too few players for a deal."))


def _check_counters(play: Play, table: SeatedTable, field: str) -> None:
    for place, player in enumerate(table.players):
        if play.bids is not None:
            if player.staked:
                raise RuleError(f"{field}.players.{place}.staked", HAS_NO_COUNTERS)
            continue
        least = 1 if player.entry in table.winners else 0
        if player.counters is not None and player.counters < least:
            raise RuleError(
                f"{field}.players.{place}.counters",
                _("Counters cannot be negative. The winner of the pool must have some."),
            )


def _parse_cut(body: Mapping[str, Any], everybody: Mapping[str, int], tables: int, field: str) -> Cut:
    """Return the cut. RuleError at ``<field>.table`` without such a table; see also ``_parse_attempt``."""
    if body["table"] > tables:
        raise RuleError(f"{field}.table", NO_TABLE, table=body["table"])
    attempts = tuple(
        _parse_attempt(attempt, everybody, f"{field}.attempts.{index}")
        for index, attempt in enumerate(body["attempts"])
    )
    return Cut(1, body["table"], Purpose(body["purpose"]), attempts)


def _parse_attempt(body: Mapping[str, str], everybody: Mapping[str, int], field: str) -> Attempt:
    """Return each person's card, from one full pack. RuleError at ``field`` or ``<field>.<name>``."""
    cards: dict[int, Card] = {}
    for name, text in body.items():
        entry = find_number(name, everybody, f"{field}.{name}")
        if entry in cards:
            raise RuleError(field, TWICE, name=name)
        cards[entry] = parse_card(text, f"{field}.{name}")
    refuse_repeats(cards.values(), field)
    return tuple((entry, str(card)) for entry, card in cards.items())


urlpatterns = [
    path("evenings/<num:pk>/bell/", bell, name="api-evening-bell"),
    path("progressive/round/", round, name="api-progressive-round"),
    path("progressive/prizes/", prizes, name="api-progressive-prizes"),
    *make_evening_urls(OF_EVENINGS),
]
