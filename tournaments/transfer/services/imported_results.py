"""Services to record and replace results that were played elsewhere, and to take back a whole import."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Player, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, find_right, require, require_in_club
from accounts.players.selectors import load_merges
from accounts.players.services import list_lock, list_touch, players_ensure
from accounts.refusals import CHANGED_MEANWHILE
from accounts.shared.services import write_log
from tournaments.base.services import clean_reason, make_digest, repeat_answer
from tournaments.core.evening import Play
from tournaments.core.files.results_table import ImportedResult
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import build_play
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import TOLD
from tournaments.core.record import Stage
from tournaments.core.refusals import DRAWN_WITH, PLAYED_HERE
from tournaments.core.results.elsewhere import PRIZE_TOLD, ResultLine, ResultPrize, settle_lines
from tournaments.core.results.standings import FIGURES
from tournaments.core.settings import Settings, to_json
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.services.evenings import refuse_twin
from tournaments.evening.services.journal import MAY_CHANGE, Act, RequestedBy, journaled
from tournaments.models import Award, EntryRow, Evening, Journal, Result, Season, Settlement
from tournaments.seasons.services.leagues import evening_delete
from tournaments.standings.services import write_settlements
from tournaments.transfer.selectors.imports import find_removed_people
from tournaments.transfer.selectors.imports_made import TakeBack, plan_take_back

NO_PRIZES = Settings(prizes=())
NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class ElsewhereResult:
    """An evening that was played elsewhere: name, day, game and all results.

    ``steps``: the metrics that give a missing place, if they differ from the game's usual ones.
    """

    name: str
    held_on: date
    lines: Sequence[ResultLine]
    game: str = "draw-poker"
    options: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = ""
    steps: Sequence[Step] | None = None
    prizes: Sequence[ResultPrize] = ()

    @property
    def play(self) -> Play:
        return build_play(self.game, self.options, RecordedResults.key)


def evening_record(
    *,
    actor: User | None,
    club: Club,
    result: ElsewhereResult,
    key: UUID | None = None,
    removed_players: Mapping[str, int] = NOBODY,
) -> Evening:
    """Record the result of an evening played elsewhere. A repeated request key returns the first evening.

    People who are not on the club's list are added to the list. Refuse an evening that the club already has.
    ``removed_players``: players whose names were removed, by the key of their replacement name.
    """
    if actor is not None:
        require(find_right(actor.pk, club.pk), Right.RUN)
    name, lines = clean_name(result.name, "evening"), settle_lines(result.lines, result.play, result.steps)
    digest = make_digest("evening_recorded", club.pk, name, result) if key else ""
    try:
        with transaction.atomic():
            people = _find_players(club, lines, removed_players)
            refuse_twin(club.pk, name, result.held_on, key=key, field="evening")
            line = _create_evening(actor, club, result, name, key, digest)
            entries = _enter(line, lines, people)
            _write_result(line, 1, lines, entries, _build_prizes(result.prizes, lines, entries))
    except IntegrityError as error:
        first_lines = (
            Journal.objects.filter(evening__request_key=key, seq=1) if key else Journal.objects.none()
        )
        return repeat_answer(first_lines.select_related("evening").first(), digest, error).evening
    return line.evening


@journaled("result_recorded", Stage.FINISHED, asks_reason=True, title="Replace a recorded result")
def result_record(
    act: Act,
    *,
    lines: Sequence[ResultLine],
    steps: Sequence[Step] | None = None,
    prizes: Sequence[ResultPrize] | None = None,
    prizes_of: Result | None = None,
    removed: Mapping[str, int] | None = None,
    not_removed: Sequence[str] = (),
) -> None:
    """Replace the result of an evening that was played without Headtable.

    ``prizes`` replace the recorded prizes. Default: the prizes of the version ``prizes_of``, else the
    recorded ones. RuleError at ``prizes``. ``removed``: as ``removed_players`` of ``evening_record``. None:
    find removed players, except the names in ``not_removed``.
    """
    if not is_recorded(act.evening):
        raise StateError("format", PLAYED_HERE)
    lines = settle_lines(lines, act.evening.play, steps)
    if removed is None:
        lines, prizes, removed = _replace_removed(act.evening, lines, prizes, not_removed)
    entries = _enter(act.line, lines, _find_players(act.evening.club, lines, removed))
    last = Result.objects.filter(evening=act.evening).order_by("-version")[0]
    act.note(version=last.version + 1)
    given_prizes = (
        _copy_prizes(prizes_of or last, entries) if prizes is None else _build_prizes(prizes, lines, entries)
    )
    _write_result(act.line, last.version + 1, lines, entries, given_prizes)


def rewrite_in_game(act: Act, game: str) -> None:
    """Write the result of an imported evening again for another game, as part of another command.

    Figures, places and prizes stay. RuleError at ``game`` if that game uses other figures.
    """
    evening = act.evening
    if not is_recorded(evening):
        raise StateError("game", DRAWN_WITH)
    play = build_play(game, {}, evening.format)
    if play.kind is not evening.play.kind:
        refusal = _("%(game)s is counted in another way. Remove the evening and import it again.")
        raise RuleError("game", refusal, game=play.game.title)
    last = Result.objects.filter(evening=evening).order_by("-version")[0]
    rows = list(last.settlements.order_by("pk"))
    act.note(played=[{"game": evening.game}, {"game": game}], version=last.version + 1)
    evening.game, evening.options, evening.rules_name = game, dict(play.options), ""
    evening.save(update_fields=["game", "options", "rules_name"])
    entries = [row.entry_id for row in rows]
    _write_result(act.line, last.version + 1, rows, entries, _copy_prizes(last, entries))


PrizeGiven = tuple[str, str, Sequence[int]]
"""A prize by its key and title, and the entries that won it."""


def _build_prizes(
    prizes: Sequence[ResultPrize], lines: Sequence[ResultLine], entries: Sequence[int]
) -> list[PrizeGiven]:
    """Return the prizes with their winners' entries. RuleError at ``prizes`` for a winner without a line."""
    by_name = {name_key(line.name): entry for line, entry in zip(lines, entries, strict=True)}
    given_prizes = list[PrizeGiven]()
    for number, prize in enumerate(prizes, start=1):
        if unknown := [name for name in prize.winners if name_key(name) not in by_name]:
            raise RuleError("prizes", _("%(name)s has no result in this evening."), name=unknown[0])
        winners = list(dict.fromkeys(by_name[name_key(name)] for name in prize.winners))
        given_prizes.append((prize.key or f"{TOLD}{number}", prize.title, winners))
    return given_prizes


def _copy_prizes(last: Result, entries: Collection[int]) -> list[PrizeGiven]:
    """Return a result's prizes. A winner without an entry remains, as removed; others win again."""
    into = load_merges(last.evening.club_id)
    players = EntryRow.objects.filter(pk__in=entries).exclude(player=None).values_list("player", "pk")
    now = {into.get(player, player): entry for player, entry in players}

    def entry_of(winner: EntryRow) -> int:
        return now.get(into.get(winner.player_id or 0, winner.player_id or 0), winner.pk)

    return [
        (award.prize, award.title, list(dict.fromkeys(map(entry_of, award.winners.all()))))
        for award in last.awards.order_by("rank").prefetch_related("winners")
    ]


def _replace_removed(
    evening: Evening,
    lines: Sequence[ResultLine],
    prizes: Sequence[ResultPrize] | None,
    not_removed: Sequence[str],
) -> tuple[Sequence[ResultLine], Sequence[ResultPrize] | None, Mapping[str, int]]:
    """Replace names of removed people by their replacement names.

    RuleError at ``name`` if it is unclear who is who.
    """
    line_numbers = {name_key(line.name): number for number, line in enumerate(lines)}
    result = ImportedResult(
        *(evening.held_on, evening.name, evening.play, tuple(lines), line_numbers),
        prizes=None if prizes is None else tuple(prizes),
    )
    removed_people = find_removed_people(evening, result, not_removed)
    for complaint in removed_people.complaints:
        raise complaint.error
    (result,) = removed_people.evenings
    return result.lines, result.prizes, removed_people.ids


def _find_players(
    club: Club, lines: Sequence[ResultLine], removed_players: Mapping[str, int]
) -> dict[str, int]:
    """Return the club's player by each name's key. RuleError if two names are one person after a merge."""
    names = [(line.name, line.role) for line in lines if name_key(line.name) not in removed_players]
    return {key: player.pk for key, player in players_ensure(club=club, people=names).items()} | dict(
        removed_players
    )


def _create_evening(
    actor: User | None, club: Club, result: ElsewhereResult, name: str, key: UUID | None, digest: str
) -> Journal:
    evening = Evening.objects.create(
        club=club,
        name=name,
        held_on=result.held_on,
        format=RecordedResults.key,
        game=result.game,
        options=dict(result.play.options),
        rules_name=result.rules_name,
        chosen=to_json(NO_PRIZES),
        stage=Stage.FINISHED,
        seq=1,
        request_key=key,
    )
    return Journal.objects.create(
        evening=evening, seq=1, verb="evening_recorded", actor=actor, request_key=key, request_digest=digest
    )


def _enter(line: Journal, lines: Sequence[ResultLine], people: Mapping[str, int]) -> list[int]:
    """Write everybody's entry; return the entries in the order of the lines. Void all other entries."""
    into, entries_by_player = load_merges(line.evening.club_id), dict[int, EntryRow]()
    for entry in EntryRow.objects.filter(evening=line.evening, void=None).order_by("-id"):
        if entry.player_id is not None:
            entries_by_player[into.get(entry.player_id, entry.player_id)] = entry
    entries = []
    for row in lines:
        player = people[name_key(row.name)]
        entry = entries_by_player.get(player) or EntryRow(
            evening=line.evening, player_id=player, journal=line
        )
        entry.name, entry.role = row.name, row.role
        entries.append(entry)
    old_entries = [entry for entry in entries if entry.pk]
    void_entries = EntryRow.objects.filter(evening=line.evening, void=None)
    void_entries.exclude(pk__in=[entry.pk for entry in old_entries]).update(void=line)
    EntryRow.objects.bulk_update(old_entries, ["name", "role"])
    EntryRow.objects.bulk_create(entry for entry in entries if not entry.pk)
    return [entry.pk for entry in entries]


def _write_result(
    line: Journal,
    version: int,
    lines: Sequence[ResultLine | Settlement],
    entries: Sequence[int],
    prizes: Sequence[PrizeGiven],
) -> None:
    """Write a version of the result; its prizes are not secret."""
    evening = line.evening
    result = Result.objects.create(
        evening=evening,
        version=version,
        journal=line,
        game=evening.game,
        format=evening.format,
        rules_name=evening.rules_name,
        options=evening.options,
        chosen=evening.chosen,
    )
    write_settlements(
        result,
        (
            Settlement(result=result, entry_id=entry, **{name: getattr(row, name) for name in FIGURES})
            for row, entry in zip(lines, entries, strict=True)
        ),
    )
    awards = Award.objects.bulk_create(
        Award(result=result, rank=rank, prize=key, title=title, why=PRIZE_TOLD, revealed=line)
        for rank, (key, title, _winners) in enumerate(prizes, start=1)
    )
    through = Award.winners.through
    through.objects.bulk_create(
        through(award_id=award.pk, entryrow_id=entry)
        for award, (_key, _title, winners) in zip(awards, prizes, strict=True)
        for entry in winners
    )


@dataclass(frozen=True)
class _Act:
    by: User
    reason: str
    admin: bool

    def build_request(self, evening: int) -> RequestedBy:
        return RequestedBy(evening, self.by, self.reason, admin=self.admin)


@transaction.atomic
def import_take_back(
    *, by: User, club: Club, key: str, mark: str, reason: str, admin: bool = False
) -> TakeBack:
    """Take back an import by the plan with this ``mark``: all of it or nothing.

    StateError at ``evening`` if one of its evenings counts in a closed season. StaleError at ``mark``.
    """
    require_in_club(by, club.pk, Right.RUN, admin=MAY_CHANGE if admin else "")
    act = _Act(by, clean_reason(reason, is_required=True), admin)
    _lock(club, plan_take_back(club.pk, key))
    plan = plan_take_back(club.pk, key)
    if plan is None or plan.mark != mark:
        raise StaleError("mark", CHANGED_MEANWHILE)
    Season.objects.filter(pk__in=[season.pk for season in plan.seasons]).delete()
    for evening in plan.restored:
        _restore_result(act.build_request(evening.pk), evening)
    for evening in plan.removed:
        evening_delete(act.build_request(evening.pk))
    Player.objects.filter(pk__in=[player.pk for player in plan.players]).delete()
    parts = {"evenings": plan.removed, "players": plan.players, "seasons": plan.seasons}
    write_log(by, club, f"Import taken back: {', '.join(f'{len(parts[name])} {name}' for name in parts)}")
    list_touch(club.pk)
    return plan


def _lock(club: Club, plan: TakeBack | None) -> None:
    """Lock what the plan changes, in the usual order of locks: seasons, evenings, the list."""
    if plan is not None:
        evenings = [row.pk for row in (*plan.removed, *plan.restored)]
        seasons = [row.pk for row in (*plan.seasons, *plan.open_seasons, *plan.closed_seasons)]
        for rows in (Season.objects.filter(pk__in=seasons), Evening.objects.filter(pk__in=evenings)):
            list(rows.select_for_update().order_by("pk").values("pk"))
    list_lock(club.pk)


def _restore_result(by: RequestedBy, evening: Evening) -> None:
    """Record the result before the newest one again, for the same people."""
    result = Result.objects.filter(evening=evening).order_by("-version")[1]
    rows = list(result.settlements.select_related("entry").order_by("pk"))
    result_record(
        by,
        lines=[
            ResultLine(row.entry.name, row.entry.role, **{name: getattr(row, name) for name in FIGURES})
            for row in rows
        ],
        steps=(),
        prizes_of=result,
        removed={name_key(row.entry.name): row.entry.player_id for row in rows if row.entry.player_id},
    )
