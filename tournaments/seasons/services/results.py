"""The result of a season is written: when it is closed, and again if it is to follow later changes."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from accounts.players.selectors.players import kept
from tournaments.core.leagues.moves import Proposed
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.prizes import Award as Reckoned
from tournaments.models import Award, Season, SeasonEvening, SeasonResult, SeasonSettlement
from tournaments.seasons.selectors.closing import Hindrance, in_the_way, moves_of, moving, row_figures
from tournaments.seasons.selectors.counting import Counted, count_season
from tournaments.seasons.selectors.prizes import Belonging, awards_of, belonging_of
from tournaments.seasons.services.journal import SeasonAct, booked

HINDERED: Mapping[Hindrance, str] = {
    Hindrance.UNFINISHED: _("Not finished yet: %(evenings)s."),
    Hindrance.UNREVEALED: _("Prizes are not announced yet: %(evenings)s."),
    Hindrance.CUT: _("Players must still cut after a correction: %(evenings)s."),
}


@booked("season_closed", SeasonStage.OPEN, title="Close a season")
def season_close(act: SeasonAct, *, belonging: Belonging | None = None) -> None:
    """Pin the newest result of each evening, and write table, moves and prizes. RuleError at ``evening``.

    ``belonging``: who is in which group and role. Default: as the club has them.
    """
    _write(act, belonging)
    act.go_to(SeasonStage.CLOSED)


@booked(
    "season_rewritten", SeasonStage.CLOSED, asks_reason=True, title="Write a closed season's standings anew"
)
def season_rewrite(act: SeasonAct) -> None:
    """Write a further version of a closed season's result, as it is today. RuleError at ``evening``."""
    _write(act)


@booked("season_reopened", SeasonStage.CLOSED, asks_reason=True, title="Open a season again")
def season_reopen(act: SeasonAct) -> None:
    """Open a closed season again: the newest result of each evening counts. What was written stays."""
    SeasonEvening.objects.filter(season=act.season).update(pinned=None)
    act.go_to(SeasonStage.OPEN)


def _write(act: SeasonAct, belonging: Belonging | None = None) -> None:
    season = act.season
    counted = count_season(season, all_known=True, today=True)
    hindered = defaultdict[Hindrance, list[str]](list)
    for evening, why in in_the_way(counted.evenings):
        hindered[why].append(evening.name)
    for why, names in hindered.items():
        raise StateError("evening", HINDERED[why], evenings=", ".join(names))
    _pin(season, counted)
    belonging = belonging or belonging_of(season, counted, today=True)
    moves, awards = moves_of(season, counted), awards_of(season, counted, belonging=belonging)
    last = SeasonResult.objects.filter(season=season).order_by("-version").first()
    result = SeasonResult.objects.create(
        season=season,
        version=last.version + 1 if last else 1,
        journal=act.line,
        rules=season.rules,
        merged={str(gone): into for gone, into in kept(season.league.club_id).items()},
    )
    _write_rows(result, counted, moves)
    _write_awards(result, awards)
    act.note(
        version=result.version,
        versions={evening.id: evening.version for evening in counted.evenings},
        moves=[[move.player, move.division, move.to] for move in moves],
        people=[
            {
                "player": one.player,
                "name": one.name,
                "from": one.from_name,
                "to": one.to_name,
                "up": one.up,
            }
            for one in moving(moves, counted)
        ],
        groups=belonging.groups,
        roles=belonging.roles,
        replaced=replaced_prizes(last, awards, counted.names) if last else [],
    )


def replaced_prizes(
    last: SeasonResult, awards: tuple[Reckoned, ...], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return each prize that others win than in the ``last`` version: its title, who now and who before."""
    written = {award.prize: award for award in last.awards.prefetch_related("players")}
    now = {award.prize.key: (award.prize.title, [*award.winners]) for award in awards}
    found = []
    for key in {**written, **now}:
        award = written.get(key)
        title, winners = now.get(key, (award.title if award else "", []))
        was = [{"player": one.pk, "name": one.name} for one in award.players.all()] if award else []
        if {one["player"] for one in was} != set(winners):
            people = [{"player": pk, "name": names[pk]} for pk in winners]
            found.append({"title": title, "now": people, "was": was})
    return found


def _pin(season: Season, counted: Counted) -> None:
    rows = list(SeasonEvening.objects.filter(season=season))
    found = {evening.id: evening for evening in counted.evenings}
    for row in rows:
        evening = found[row.evening_id]
        row.pinned_id, row.name, row.held_on = evening.result, evening.name, evening.held_on
    SeasonEvening.objects.bulk_update(rows, ["pinned", "name", "held_on"])


def _write_rows(result: SeasonResult, counted: Counted, moves: tuple[Proposed, ...]) -> None:
    to = {move.player: move.to for move in moves}
    SeasonSettlement.objects.bulk_create(
        SeasonSettlement(result=result, player_id=row.player, **row_figures(row, to.get(row.player)))
        for row in counted.rows
    )


def _write_awards(result: SeasonResult, awards: tuple[Reckoned, ...]) -> None:
    rows = Award.objects.bulk_create(
        Award(
            season_result=result,
            rank=rank,
            prize=award.prize.key,
            title=award.prize.title,
            why=award.why.code,
            figures=dict(award.why.figures),
        )
        for rank, award in enumerate(awards, start=1)
    )
    through = Award.players.through
    through.objects.bulk_create(
        through(award_id=row.pk, player_id=player)
        for row, award in zip(rows, awards, strict=True)
        for player in award.winners
    )
