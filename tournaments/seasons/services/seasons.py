"""Services to change a season's rules, evenings, divisions, people and prizes, and to plan its evenings.

The services are decorated with ``@booked``; callers pass a ``SeasonBy``. ``base.services.book`` writes the
line of the season's book. ``seats_by_season`` gives the first seats of an evening. An evening and its seasons
are planned or changed together: both or neither.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import OuterRef
from django.utils import timezone

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Player, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, get_admin_right, get_role_right, require, select_role
from accounts.players.selectors import load_merges
from accounts.players.services import list_lock, list_touch
from accounts.refusals import OUT_OF_RANGE, TOO_MANY
from tournaments.base.arguments import ArgumentLimits, Name, PlayerNo
from tournaments.base.services import Book, Noting
from tournaments.core.leagues.rules import WEIGHT, Rules, SeasonStage, change_rules, from_json, to_json
from tournaments.core.ranking.prize_list import Prizes
from tournaments.core.record import Stage
from tournaments.core.refusals import SEASON_NAME_TAKEN, SEASON_OPEN
from tournaments.evening.services.evenings import evening_change, evening_create, refuse_twin
from tournaments.evening.services.journal import MAY_CHANGE, Act, RequestedBy, journaled
from tournaments.evening.services.journal import PLAIN_STAGE as PLAIN_EVENING_STAGE
from tournaments.models import Division, Evening, Journal, Season, SeasonEvening, SeasonLine, SeasonPlayer
from tournaments.models.evening import ADMIN
from tournaments.prizes.services import CHANGED, refuse_unknown_groups, refuse_unknown_roles
from tournaments.seasons.selectors.access import shadowed_entries
from tournaments.seasons.selectors.counting import order_entries_by_season
from tournaments.seating.services import seat_everybody

PLAIN_STAGE = {
    SeasonStage.OPEN: SEASON_OPEN,
    SeasonStage.CLOSED: _("The season is closed. Open it again first."),
}


@dataclass(frozen=True)
class SeasonBy:
    """The requester, the season, the reason and the request's key. ``admin``: by the administration."""

    season: int
    actor: User
    reason: str = ""
    key: UUID | None = None
    admin: bool = False


def derive_request(by: SeasonBy, number: int) -> SeasonBy:
    """Return the request for one of its several commands, with a key of its own."""
    return replace(by, key=uuid5(by.key, str(number)) if by.key else None)


@dataclass
class SeasonAct(Noting):
    """A command in progress: the locked season and the line that is being written."""

    season: Season
    line: SeasonLine

    @property
    def stage(self) -> SeasonStage:
        return SeasonStage(self.season.stage)

    def go_to(self, stage: SeasonStage) -> None:
        self.season.stage = stage


def _lock_season(by: SeasonBy, right: Right, _table: object) -> Season:
    locked = Season.objects.select_for_update(of=("self",)).select_related("league")
    season = locked.annotate(actor_role=select_role(by.actor.pk, OuterRef("league__club"))).get(pk=by.season)
    require(get_admin_right(by.actor, MAY_CHANGE) if by.admin else get_role_right(season.actor_role), right)
    return season


def _end(act: SeasonAct) -> None:
    act.line.save(update_fields=["payload"])
    act.season.save(update_fields=["name", "rules", "seq", "stage", "seed"])


booked = Book(
    of="season",
    lines=SeasonLine,
    stages=PLAIN_STAGE,
    lock=_lock_season,
    act=lambda by, season, line: SeasonAct(season, line),
    end=_end,
    fields=lambda by: {"payload": {ADMIN: True}} if by.admin else {},
)
"""A service that writes a line of the season's book."""


NOT_COUNTED = _("This evening does not count for the season.")
NO_DIVISION = _("The season has no such division.")
NO_PLAYER = _("The club has no such player.")

EveningNo = Annotated[int, ArgumentLimits("Number of the evening.", stored=True)]
Weight = Annotated[int, ArgumentLimits("Percent. 200 counts double.", *WEIGHT)]
DivisionNo = Annotated[
    int,
    ArgumentLimits(
        "Number of a division of the season. Null: no division, or all divisions.", stored=True, null=True
    ),
]
Guest = Annotated[bool, ArgumentLimits("Guests are not ranked.")]

MOST_DIVISIONS, MOST_EVENINGS = 20, 1_000


@booked("season_changed", SeasonStage.OPEN, title="Change a season’s name or rules")
def season_change(act: SeasonAct, *, rules: Rules | Mapping[str, Any], name: str | None = None) -> None:
    """Change the name or the rules. All evenings of the season count by the new rules.

    ``rules``: all rules, or the changed ones by name.
    """
    season, name = act.season, act.season.name if name is None else clean_name(name)
    if not isinstance(rules, Rules):
        rules = change_rules(from_json(season.rules), rules)
    list_lock(season.league.club_id)  # Of two simultaneous requests for the same name, the second is refused.
    seasons = Season.objects.filter(league=season.league_id).exclude(pk=season.pk)
    if name_key(name) in map(name_key, seasons.values_list("name", flat=True)):
        raise TakenError("name", SEASON_NAME_TAKEN)
    act.note(before=season.rules, after=to_json(rules))
    if name != season.name:
        act.note(name=[season.name, name])
        list_touch(season.league.club_id)
    season.name, season.rules = name, to_json(rules)


@booked("evening_counts", SeasonStage.OPEN, title="Let an evening count")
def evening_add(
    act: SeasonAct, *, evening: EveningNo, weight: Weight = 100, division: DivisionNo | None = None
) -> None:
    """Add an evening of the club to the season, perhaps for one division only. It counts once finished."""
    row = Evening.held.filter(pk=evening, club=act.season.league.club_id).first()
    if row is None:
        raise RuleError("evening", _("The club has no such evening."))
    if row.stage == Stage.CALLED_OFF:
        raise StateError("evening", PLAIN_EVENING_STAGE[Stage.CALLED_OFF])
    mine = SeasonEvening.objects.filter(season=act.season)
    if mine.filter(evening=row).exists():
        raise TakenError("evening", _("%(evening)s already counts for this season."), evening=row.name)
    if mine.count() >= MOST_EVENINGS:
        raise StateError("evening", _("A season has at most %(most)s evenings."), most=MOST_EVENINGS)
    division_row = _get_division(act, division)
    SeasonEvening.objects.create(
        season=act.season, evening=row, weight=_check_weight(weight), division=division_row
    )
    act.note(evening=row.pk, name=row.name, weight=weight, division=_name_division(division_row))


def evenings_add(
    by: SeasonBy, *, evenings: Iterable[int], weight: int = 100, division: int | None = None
) -> None:
    """Add these evenings to the season: all of them or none."""
    with transaction.atomic():
        for evening in dict.fromkeys(evenings):
            evening_add(derive_request(by, evening), evening=evening, weight=weight, division=division)


@booked("evening_weighed", SeasonStage.OPEN, title="Weigh an evening otherwise")
def evening_weigh(
    act: SeasonAct, *, evening: EveningNo, weight: Weight, division: DivisionNo | None = None
) -> None:
    """Set an evening's weight, or its division (None: all divisions)."""
    row = _get_evening(act, evening)
    division_row = _get_division(act, division)
    act.note(evening=evening, name=row.evening.name, weight=weight, division=_name_division(division_row))
    row.weight, row.division = _check_weight(weight), division_row
    row.save(update_fields=["weight", "division"])


@booked("evening_counts_not", SeasonStage.OPEN, title="An evening does not count")
def evening_remove(act: SeasonAct, *, evening: EveningNo, deleted: bool = False) -> None:
    """Remove an evening from the season. ``deleted``: the evening itself is being deleted."""
    row = _get_evening(act, evening)
    act.note(evening=evening, name=row.evening.name, **({"deleted": True} if deleted else {}))
    row.delete()


DivisionNames = Annotated[
    Sequence[Name],
    ArgumentLimits(
        "Names of the divisions, the highest first. Empty: one table for everybody.", most=MOST_DIVISIONS
    ),
]


@booked("divisions_set", SeasonStage.OPEN, title="Set the divisions")
def divisions_set(act: SeasonAct, *, names: DivisionNames) -> None:
    """Set the season's divisions, the highest first; no names: no divisions.

    A division keeps its name if the name is in the list. The other divisions take the new names in order.
    RuleError at ``names`` if a division would be removed that has people or evenings of its own.
    """
    names = [clean_name(name, "names") for name in names]
    if len(names) > MOST_DIVISIONS:
        raise RuleError("names", TOO_MANY, most=MOST_DIVISIONS)
    if len(set(map(name_key, names))) != len(names):
        raise RuleError("names", _("Each division needs its own name."))
    old = list(Division.objects.filter(season=act.season).order_by("rank"))
    act.note(was=[row.name for row in old], names=names)
    by_name = {name_key(row.name): row for row in old}
    same = {name_key(name) for name in names} & by_name.keys()
    removed_rows = [row for row in old if name_key(row.name) not in same]
    rows = [
        by_name[name_key(name)]
        if name_key(name) in same
        else removed_rows.pop(0)
        if removed_rows
        else Division(season=act.season)
        for name in names
    ]
    unseen = shadowed_entries(act.season) if removed_rows else ()
    for row in removed_rows:
        if row.people.exclude(player__in=unseen).exists() or row.evenings.exists():
            raise StateError("names", _("%(name)s has players or evenings. Move them first."), name=row.name)
        row.delete()  # hidden people of the division are in none now
    _write_divisions(rows, names)
    list_touch(act.season.league.club_id)


def _write_divisions(rows: Sequence[Division], names: Sequence[str]) -> None:
    """Write ranks and names. Both are unique, so remaining rows get temporary values first."""
    for row in rows:
        if row.pk:
            Division.objects.filter(pk=row.pk).update(rank=MOST_DIVISIONS + row.pk, name=f"\t{row.pk}")
    for rank, (row, name) in enumerate(zip(rows, names, strict=True), start=1):
        row.rank, row.name = rank, name
        row.save()


@booked("player_placed", SeasonStage.OPEN, title="Place somebody")
def player_place(
    act: SeasonAct, *, player: PlayerNo, division: DivisionNo | None = None, guest: Guest = False
) -> None:
    """Put a player on the season's list: in a division, in none, or as a guest, who does not count."""
    person = _lock_player(act, player)
    division_row = _get_division(act, division)
    act.note(player=person.pk, name=person.name, division=_name_division(division_row), guest=guest)
    SeasonPlayer.objects.update_or_create(
        season=act.season, player=person, defaults={"division": division_row, "guest": guest}
    )


def _get_evening(act: SeasonAct, evening: int) -> SeasonEvening:
    row = SeasonEvening.objects.filter(season=act.season, evening=evening).select_related("evening").first()
    if row is None:
        raise StateError("evening", NOT_COUNTED)
    return row


def _lock_player(act: SeasonAct, player: int) -> Player:
    """Lock the club's list and return the player of the kept entry. RuleError at ``player``."""
    club = act.season.league.club_id
    list_lock(club)
    person = Player.objects.filter(pk=load_merges(club).get(player, player), club=club).first()
    if person is None:
        raise RuleError("player", NO_PLAYER)
    return person


def _check_weight(weight: int) -> int:
    least, most = WEIGHT
    if not least <= weight <= most:
        raise RuleError("weight", OUT_OF_RANGE, least=least, most=most)
    return weight


def _get_division(act: SeasonAct, division: int | None) -> Division | None:
    if division is None:
        return None
    row = Division.objects.filter(pk=division, season=act.season).first()
    if row is None:
        raise RuleError("division", NO_DIVISION)
    return row


def _name_division(division: Division | None) -> str:
    return division.name if division else ""


@booked("season_changed", SeasonStage.OPEN, title="Change a season’s prizes")
def season_prizes_change(
    act: SeasonAct, *, before: Prizes, after: Prizes, one_each: bool | None = None
) -> None:
    """Replace the list of prizes. ``before``: the list that the user saw; it must be unchanged.

    ``one_each``: each player wins at most one prize. Default: unchanged.
    """
    rules = from_json(act.season.rules)
    if rules.prizes != before:
        raise StaleError("prizes", CHANGED)
    refuse_unknown_groups(act.season.league.club_id, before, after)
    refuse_unknown_roles(act.season.league.club, before, after)
    is_one_each = rules.one_prize_each if one_each is None else one_each
    act.note(before=act.season.rules, after=to_json(replace(rules, prizes=after, one_prize_each=is_one_each)))
    act.season.rules = act.line.payload["after"]


def evening_plan(
    *, actor: User, club: Club, seasons: Collection[int], key: UUID | None = None, **chosen: Any
) -> Evening:
    """Create an evening that counts for these seasons. ``chosen``: as for ``evening_create``.

    Refused if the club has an evening of this name on that day: a repeated request.
    """
    with transaction.atomic():
        # A repeated request returns the evening with later changes: its season may be removed or closed.
        exists = key is not None and Evening.objects.filter(request_key=key).exists()
        if not exists:
            refuse_twin(club.pk, chosen["name"], chosen.get("held_on") or timezone.localdate())
        evening = evening_create(actor=actor, club=club, seasons=seasons, key=key, **chosen)
        if not exists:
            _count_for(evening.pk, {*seasons}, {*seasons}, actor, key)
    return evening


def evening_replan(
    by: RequestedBy, /, *, seasons: Collection[int], before: Collection[int], **chosen: Any
) -> Journal:
    """Change the evening, and the open seasons for which it counts. ``chosen``: as for ``evening_change``.

    Only seasons that differ from ``before`` (as the page showed them) are changed: another user may have
    added the evening to a season meanwhile.
    """
    with transaction.atomic():
        # Services that add an evening to a season lock the season first. Lock in the same order: no deadlock.
        changed_seasons = {*seasons} ^ {*before}
        list(
            Season.objects.select_for_update().filter(pk__in=changed_seasons).order_by("pk").values_list("pk")
        )
        line = evening_change(by, **chosen)
        if by.actor is not None:
            _count_for(by.evening, {*seasons}, changed_seasons, by.actor, by.key)
    return line


def _count_for(
    evening: int, seasons: set[int], changed_seasons: set[int], actor: User, key: UUID | None
) -> None:
    """Apply the choice to these ``changed_seasons``; closed seasons stay unchanged."""
    now = _find_open_seasons(evening)
    for season in sorted((now ^ seasons) & changed_seasons):
        change = evening_remove if season in now else evening_add
        change(derive_request(SeasonBy(season, actor, key=key), season), evening=evening)


def _find_open_seasons(evening: int) -> set[int]:
    """Return the open seasons for which the evening counts."""
    counts = Season.objects.filter(evenings__evening=evening, stage=SeasonStage.OPEN)
    return set(counts.values_list("pk", flat=True))


SeasonNo = Annotated[int, ArgumentLimits("A season that the evening counts for.", least=1)]


@journaled("seats_drawn", Stage.CHECK_IN, Stage.SEATED, title="Seat by a season")
def seats_by_season(act: Act, *, season: SeasonNo) -> None:
    """Seat players by the season's standings, the best at table 1. Others sit below, by lot.

    RuleError at ``season`` if the evening does not count for the season, if no player here has results in the
    season, or if the format has no order of tables.
    """
    act.evening.play.format.refuse_season_seats()
    seasons = Season.objects.filter(pk=season, evenings__evening=act.evening)
    season_row = seasons.select_related("league").first()
    if season_row is None:
        raise StateError("season", NOT_COUNTED)
    order = order_entries_by_season(act.evening, season_row)
    if not order:
        raise StateError("season", _("No player here has a place in this season yet. Draw the seats by lot."))
    seat_everybody(act, "", order, f"{season_row.league.name} · {season_row.name}")
