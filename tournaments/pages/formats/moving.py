"""People move at the bell of each round."""

from collections.abc import Collection, Iterator
from itertools import islice

from django.utils.translation import gettext, ngettext

from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds.dealing import bid_deal, enough, rounds_of
from tournaments.core.record import Stake
from tournaments.pages.formats.format import DealAhead, TableSoFar
from tournaments.pages.kinds.progress import Progress
from tournaments.pages.kinds.registry import kind_pages
from tournaments.words import tables_in_words

MOST_SLIPS = 30
"""Slips of a table, however many deals make a round."""


class MovingPages:
    usual_rounds = 20
    rounds_a_page = 10
    most_coming = 10
    rules_printed: tuple[str, ...] = ("bidding", "score")
    lists_games = False
    explains_stays = True
    draw_listed: Collection[str] = ()

    def ends_at(self, rounds: int) -> str:
        return ngettext("%(n)s round ends at about %(time)s.", "%(n)s rounds end at about %(time)s.", rounds)

    def bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        if preview.still_out:
            return gettext("The bell! Still playing: %(tables)s") % {
                "tables": tables_in_words(preview.still_out)
            }
        if preview.cuts:
            cutting = sorted({need.position for _round, need in preview.cuts})
            return gettext("The bell! Cut the cards: %(tables)s") % {"tables": tables_in_words(cutting)}
        if preview.counts:
            counting = sorted({need.position for need in preview.counts})
            return gettext("The bell! Count your counters: %(tables)s") % {
                "tables": tables_in_words(counting)
            }
        if preview.is_last:
            return gettext("The bell! That was the last round.")
        if counts_down:
            return gettext("The bell! The new seats are shown in a moment.")
        return gettext("The bell! Stay seated. The moves are being checked.")

    def moves_applied(self, play: Play, opened: int, moved: int) -> str:
        text = ngettext(
            "Round %(round)s: %(n)s player moved.", "Round %(round)s: %(n)s players moved.", moved
        )
        return text % {"round": opened - 1, "n": moved}

    def came_with_bell(self, stake: Stake, bells: Collection[int | None]) -> bool:
        return not stake.between

    def progress(self, facts: Facts, number: int) -> dict[int, Progress]:
        return kind_pages(facts.play.kind).single_deals(facts, number)

    def deals_ahead(self, facts: Facts, table: TableSoFar, coming: int) -> Iterator[DealAhead]:
        play, number, first = facts.play, facts.rounds[-1].number, len(table.pools) + 1
        ends, last = rounds_of(facts), number + coming - 1
        deals = play.kind.deals_in_round(facts.settings)
        awaited = range(first, (first if table.finishing else deals) + 1) if table.out else ()
        ahead = (
            (round, deal)
            for round in range(number, (last if ends is None else min(last, ends)) + 1)
            for deal in (awaited if round == number else range(1, deals + 1))
        )
        for round, deal in islice(ahead, MOST_SLIPS):
            plan = bid_deal(play, round, table.players, ()) if enough(play, table.players) else None
            now = round == number
            yield DealAhead(round, deal, plan, here=now, turns=int(now and deal == first))
