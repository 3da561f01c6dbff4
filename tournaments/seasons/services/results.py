"""Services to close, rewrite and reopen a season, give prizes by hand, and ask and answer questions.

Closing writes the season's result. Rewriting adds a version that includes later changes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.utils import timezone

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Player
from accounts.names import refuse_unshown
from accounts.permissions import Right, find_right, require
from accounts.players.selectors import load_merges
from accounts.refusals import TOO_LONG
from tournaments.base.arguments import MOST_PEOPLE, ArgumentLimits, Name, PlayerNo
from tournaments.core.leagues.moves import Proposed
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.models import Award, RowQuestion, Season, SeasonEvening, SeasonResult, SeasonSettlement
from tournaments.prizes.services import GivenPrize, build_gift, withdraw_gift
from tournaments.seasons.selectors.access import find_ask_deadline
from tournaments.seasons.selectors.closing import (
    Belonging,
    Hindrance,
    build_row_figures,
    compute_season_awards,
    find_hindrances,
    find_moves,
    load_season_belonging,
    name_moves,
)
from tournaments.seasons.selectors.counting import SeasonCount, count_season
from tournaments.seasons.services.seasons import SeasonAct, booked
from tournaments.standings.selectors.people import OUTSIDE, load_winners

HINDERED: Mapping[Hindrance, str] = {
    Hindrance.UNFINISHED: _("Not finished yet: %(evenings)s."),
    Hindrance.UNREVEALED: _("Prizes are not announced yet: %(evenings)s."),
    Hindrance.CUT: _("Players must still cut after a correction: %(evenings)s."),
}


@booked("season_closed", SeasonStage.OPEN, title="Close a season")
def season_close(act: SeasonAct, *, belonging: Belonging | None = None) -> None:
    """Pin the newest result of each evening; write table, moves and prizes. RuleError at ``evening``.

    ``belonging``: the players of each group and role. Default: those of the club now.
    """
    _write(act, belonging)
    act.go_to(SeasonStage.CLOSED)


@booked(
    "season_rewritten", SeasonStage.CLOSED, asks_reason=True, title="Write a closed season's standings anew"
)
def season_rewrite(act: SeasonAct) -> None:
    """Write a new version of a closed season's result from today's results. RuleError at ``evening``."""
    _write(act)


@booked("season_reopened", SeasonStage.CLOSED, asks_reason=True, title="Open a season again")
def season_reopen(act: SeasonAct) -> None:
    """Reopen a closed season: the newest result of each evening counts. Written versions stay."""
    SeasonEvening.objects.filter(season=act.season).update(pinned=None)
    act.go_to(SeasonStage.OPEN)


def _write(act: SeasonAct, belonging: Belonging | None = None) -> None:
    season = act.season
    count = count_season(season, all_known=True, today=True)
    hindered = defaultdict[Hindrance, list[str]](list)
    for evening, obstacle in find_hindrances(count.evenings):
        hindered[obstacle].append(evening.name)
    for obstacle, names in hindered.items():
        raise StateError("evening", HINDERED[obstacle], evenings=", ".join(names))
    _pin(season, count)
    belonging = belonging or load_season_belonging(season, count, today=True)
    moves, awards = find_moves(season, count), compute_season_awards(season, count, belonging=belonging)
    last = SeasonResult.objects.filter(season=season).order_by("-version").first()
    result = SeasonResult.objects.create(
        season=season,
        version=last.version + 1 if last else 1,
        journal=act.line,
        rules=season.rules,
        merged={str(player): into for player, into in load_merges(season.league.club_id).items()},
    )
    _write_rows(result, count, moves)
    _write_awards(result, awards)
    act.note(
        version=result.version,
        versions={evening.id: evening.version or 0 for evening in count.evenings},
        moves=[[move.player, move.division, move.to] for move in moves],
        people=[
            {
                "player": one.player,
                "name": one.name,
                "from": one.from_name,
                "to": one.to_name,
                "up": one.is_up,
            }
            for one in name_moves(moves, count)
        ],
        groups=belonging.groups,
        roles=belonging.roles,
        replaced=find_replaced_prizes(last, awards, count.names) if last else [],
    )


def find_replaced_prizes(
    last: SeasonResult, awards: tuple[Reckoned, ...], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return each prize with other winners than in the ``last`` version: title, new and old winners."""
    written = {award.prize: award for award in last.awards.prefetch_related("players")}
    now = {award.prize.key: (award.prize.title, [*award.winners]) for award in awards}
    replaced = []
    for key in {**written, **now}:
        award = written.get(key)
        title, winners = now.get(key, (award.title if award else "", []))
        was = [{"player": player.pk, "name": player.name} for player in award.players.all()] if award else []
        if {player["player"] for player in was} != set(winners):
            people = [{"player": pk, "name": names[pk]} for pk in winners]
            replaced.append({"title": title, "now": people, "was": was})
    return replaced


def _pin(season: Season, count: SeasonCount) -> None:
    rows = list(SeasonEvening.objects.filter(season=season))
    evenings = {evening.id: evening for evening in count.evenings}
    for row in rows:
        evening = evenings[row.evening_id]
        row.pinned_id, row.name, row.held_on = evening.result, evening.name, evening.held_on
    SeasonEvening.objects.bulk_update(rows, ["pinned", "name", "held_on"])


def _write_rows(result: SeasonResult, count: SeasonCount, moves: tuple[Proposed, ...]) -> None:
    to = {move.player: move.to for move in moves}
    SeasonSettlement.objects.bulk_create(
        SeasonSettlement(result=result, player_id=row.player, **build_row_figures(row, to.get(row.player)))
        for row in count.rows
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


SeasonWinners = Annotated[Sequence[PlayerNo], ArgumentLimits("Who won it.", least=1, most=MOST_PEOPLE)]


@booked(
    "season_prize_given",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    asks_reason=True,
    title="Give a prize of the season by hand",
)
def season_prize_give(act: SeasonAct, *, title: Name, winners: SeasonWinners) -> None:
    """Give a prize by hand to players of the club's list. RuleError at ``title`` or ``winners``."""
    club = act.season.league.club_id
    into = load_merges(club)
    players = [into.get(player, player) for player in winners]
    known = Player.objects.filter(club=club).values_list("pk", flat=True)
    award = build_gift(act.season.gifts.all(), title, players, known, act.line.reason)
    award.season = act.season
    award.save()
    award.players.set(players)
    if any(winner.is_removed for winner in load_winners([award])[award.pk]):
        award.figures[OUTSIDE] = True
        award.save(update_fields=["figures"])
    _note(act, award)


@booked(
    "season_prize_taken_back",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    asks_reason=True,
    title="Take back a prize of the season that was given by hand",
)
def season_prize_take_back(act: SeasonAct, *, prize: GivenPrize) -> None:
    """Take back a prize that was given by hand. RuleError at ``prize``."""
    _note(act, withdraw_gift(act.season.gifts.all(), prize))


def _note(act: SeasonAct, award: Award) -> None:
    people = award.players.order_by("pk").values_list("pk", "name")
    act.note(
        prize=award.prize, title=award.title, people=[{"player": pk, "name": name} for pk, name in people]
    )


LONGEST, MOST_OPEN = 500, 5
"""Maximum characters of a question or an answer; maximum open questions of a member in a season."""
InTable = Annotated[int, ArgumentLimits("Number of a player in the season’s table.", stored=True)]
QuestionNo = Annotated[int, ArgumentLimits("Number of the question.", stored=True)]
Question = Annotated[str, ArgumentLimits(most=LONGEST)]


@booked("question_asked", SeasonStage.OPEN, SeasonStage.CLOSED, right=Right.VIEW, title="Ask about a row")
def row_question_ask(act: SeasonAct, *, player: InTable, text: Question) -> None:
    """Ask about a row of the table. RuleError at ``player`` or ``text``."""
    text = _clean(text, "text", _("Enter a question."))
    runs = _get_right(act) >= Right.RUN
    player = load_merges(act.season.league.club_id).get(player, player)
    count = count_season(act.season, all_known=runs)
    if all(row.player != player for row in count.rows):
        raise RuleError("player", _("The season has no such row."))
    until = find_ask_deadline(act.season, count.rules, count.evenings)
    if until is not None and until < timezone.localdate():
        raise StateError("text", _("Questions were possible until %(day)s. Ask an organiser."), day=until)
    mine = RowQuestion.objects.filter(season=act.season, closed=None, asked__actor=act.line.actor)
    if mine.count() >= MOST_OPEN:
        raise StateError("text", _("You have %(most)s open questions. Close one first."), most=MOST_OPEN)
    row = RowQuestion.objects.create(season=act.season, player_id=player, question=text, asked=act.line)
    act.note(question=row.pk, player=player, name=count.names[player])


@booked("question_answered", SeasonStage.OPEN, SeasonStage.CLOSED, title="Answer a question about a row")
def row_question_answer(act: SeasonAct, *, question: QuestionNo, answer: Question) -> None:
    """Answer a question, or replace its answer. RuleError at ``question`` or ``answer``."""
    row = _find_question(act, question)
    row.answer = _clean(answer, "answer", _("Enter an answer."))
    row.answered = act.line
    row.save(update_fields=["answer", "answered"])


@booked(
    "question_closed",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    right=Right.VIEW,
    title="Close a question about a row",
)
def row_question_close(act: SeasonAct, *, question: QuestionNo) -> None:
    """Close a question; its row no longer shows it. Only for the asker and members who run the season."""
    row = _find_question(act, question)
    if row.asked.actor_id != act.line.actor_id:
        require(_get_right(act), Right.RUN)
    row.closed = act.line
    row.save(update_fields=["closed"])


def _get_right(act: SeasonAct) -> Right:
    return find_right(act.line.actor_id, act.season.league.club_id) or Right.VIEW


def _find_question(act: SeasonAct, question: int) -> RowQuestion:
    """Return the question, and note the player of its row in the line."""
    rows = RowQuestion.objects.filter(season=act.season, pk=question)
    row = rows.select_related("player", "asked").first()
    if row is None:
        raise RuleError("question", _("The season has no such question."))
    if row.closed_id is not None:
        raise StateError("question", _("This question is closed."))
    act.note(question=row.pk, player=row.player_id, name=row.player.name)
    return row


def _clean(text: str, field: str, refusal: str) -> str:
    text = " ".join(text.split())
    refuse_unshown(text, field)
    if not text:
        raise RuleError(field, refusal)
    if len(text) > LONGEST:
        raise RuleError(field, TOO_LONG, most=LONGEST)
    return text
