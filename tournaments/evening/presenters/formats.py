"""The parts of pages, sheets and files that differ by format."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from django.utils.translation import gettext, ngettext

from games.rules.deals import DealPlan
from tournaments.base.phrases import phrase
from tournaments.base.words import describe_in_round, describe_round, describe_tables
from tournaments.core.evening import Facts, Format, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Pool, Stake
from tournaments.evening.presenters.kinds import TableProgress, get_kind_pages


@dataclass(frozen=True)
class DealAhead:
    """A deal that a table has not played yet; ``plan``: how it is dealt, None if not known.

    ``same_players``: the players who sit there now play this deal. ``turns``: how many deals from now; 0 if
    the dealer is not known.
    """

    round: int
    deal: int
    plan: DealPlan | None
    same_players: bool = True
    turns: int = 0


class FormatPages(Protocol):
    """The parts for one family of formats."""

    usual_rounds: int
    """The number of rounds if the evening does not set one."""
    rounds_a_page: int
    """Rounds on a page of the list of deals."""
    most_coming: int
    """Most rounds for which slips are printed; in whole games, most deals."""
    rules_printed: tuple[str, ...]
    """The printed parts of a game's rules. The end is printed only for a whole game."""
    lists_games: bool
    """Whether pages list each game with its winners at each table, and games that were stopped."""
    explains_stays: bool
    """Whether the bell explains why players stay. Other formats store a reason for each player."""
    draw_listed: Collection[str]
    """The journal verbs whose lines show seats as drawn."""

    def describe_end(self, rounds: int) -> str:
        """Return a sentence when ``rounds`` rounds end, with a placeholder for the time."""

    def describe_bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        """Return what the end of a round does; ``counts_down``: the program makes the moves in a moment."""

    def describe_moves(self, play: Play, round: int, count: int) -> str:
        """Return how round ``round`` began, after ``count`` people moved."""

    def is_bell_stake(self, stake: Stake, bells: Collection[int | None]) -> bool:
        """Return whether a fresh stake was given by one of these bells (journal lines)."""

    def track_tables(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        """Return the progress of each table in the round. Empty if pages show none."""

    def plan_deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, count: int, *, is_out: bool, last: bool
    ) -> Iterator[DealAhead]:
        """Yield the deals for which a table needs slips, for ``count`` rounds or, in whole games, deals.

        ``pools``: the table's deals in the round. ``is_out``: another deal is missing. ``last``: yield one
        deal only.
        """


MOST_SLIPS = 30
"""Most slips of a table."""


class MovingPages:
    usual_rounds = 20
    rounds_a_page = 10
    most_coming = 10
    rules_printed: tuple[str, ...] = ("bidding", "score")
    lists_games = False
    explains_stays = True
    draw_listed: Collection[str] = ()

    def describe_end(self, rounds: int) -> str:
        return ngettext("%(n)s round ends at about %(time)s.", "%(n)s rounds end at about %(time)s.", rounds)

    def describe_bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        waits_for = (
            (gettext("The bell! Still playing: %(tables)s"), preview.still_out),
            (gettext("The bell! Cut the cards: %(tables)s"), {need.table for _round, need in preview.cuts}),
            (gettext("The bell! Count your counters: %(tables)s"), {n.table for n in preview.counts}),
        )
        for text, tables in waits_for:
            if tables:
                return text % {"tables": describe_tables(sorted(tables))}
        if preview.is_last:
            return gettext("The bell! That was the last round.")
        if counts_down:
            return gettext("The bell! New seats in a moment.")
        return gettext("The bell! Stay seated for a moment.")

    def describe_moves(self, play: Play, round: int, count: int) -> str:
        text = ngettext(
            "Round %(round)s: %(n)s player moved.", "Round %(round)s: %(n)s players moved.", count
        )
        return text % {"round": round - 1, "n": count}

    def is_bell_stake(self, stake: Stake, bells: Collection[int | None]) -> bool:
        return not stake.between

    def track_tables(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        return get_kind_pages(facts.play.kind).track_single_deals(facts, number)

    def plan_deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, count: int, *, is_out: bool, last: bool
    ) -> Iterator[DealAhead]:
        play, number, first = facts.play, facts.now.number, len(pools) + 1
        ends, end = facts.round_count, number + count - 1
        deals = play.kind.count_deals_in_round(facts.settings)
        awaited = range(first, (first if last else deals) + 1) if is_out else ()
        numbers = (
            (round, deal)
            for round in range(number, (end if ends is None else min(end, ends)) + 1)
            for deal in (awaited if round == number else range(1, deals + 1))
        )
        for round, deal in islice(numbers, MOST_SLIPS):
            plan = (
                play.format.plan_deal(play, round, players, ()) if play.kind.can_play(play, players) else None
            )
            now = round == number
            yield DealAhead(round, deal, plan, same_players=now, turns=int(now and deal == first))


class GamesPages:
    usual_rounds = 3
    rounds_a_page = 1
    most_coming = 30
    rules_printed: tuple[str, ...] = ("bidding", "score", "end")
    lists_games = True
    explains_stays = False
    draw_listed: Collection[str] = ()

    def describe_end(self, rounds: int) -> str:
        return ngettext("%(n)s game ends at about %(time)s.", "%(n)s games end at about %(time)s.", rounds)

    def describe_bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        if preview.still_out:
            tables = describe_tables(preview.still_out)
            return gettext("Finish your deal, then stop: %(tables)s") % {"tables": tables}
        if preview.end_reason is not None and preview.end_reason.code == "final_played":
            return gettext("The final is over.")
        if preview.is_last:
            return gettext("That was the last game.")
        game = {"game": describe_in_round(play, preview.next_round)}
        if counts_down:
            return phrase(play, "%(game)s begins in a moment. Keep your seats.") % game
        return phrase(play, "Keep your seats for %(game)s.") % game

    def describe_moves(self, play: Play, round: int, count: int) -> str:
        return gettext("%(round)s begins.") % {"round": describe_round(play, round)}

    def is_bell_stake(self, stake: Stake, bells: Collection[int | None]) -> bool:
        return stake.seq in bells

    def track_tables(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        return get_kind_pages(facts.play.kind).track_whole_games(facts, number)

    def plan_deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, count: int, *, is_out: bool, last: bool
    ) -> Iterator[DealAhead]:
        """Yield the coming deals of the table's current game, or of its next game."""
        play, settings, round = facts.play, facts.settings, facts.now.number
        if not is_out:
            round, pools = round + 1, ()
        if round > settings.games or not play.kind.can_play(play, players):
            return
        began = len(pools[0].lines) if pools else players
        deals = get_kind_pages(play.kind).plan_coming_deals(play, settings, began, pools)
        for deal, plan in islice(deals, 1 if last else count):
            yield DealAhead(round, deal, plan, turns=deal - len(pools) if is_out else 0)


class DrawnPages(GamesPages):
    draw_listed: Collection[str] = ("moves_applied", "moves_replayed")

    def describe_moves(self, play: Play, round: int, count: int) -> str:
        return gettext("New seats for %(next)s.") % {"next": describe_in_round(play, round)}


class LadderPages(DrawnPages):
    draw_listed: Collection[str] = ("moves_applied",)


PAGES: Mapping[str, FormatPages] = {
    "moving": MovingPages(),
    "games": GamesPages(),
    "drawn": DrawnPages(),
    "ladder": LadderPages(),
}


def get_format_pages(format: Format) -> FormatPages:
    """Return the parts of pages that belong to the format."""
    return format.choose_adapter(PAGES)
