"""People move at the bell of each round."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from django.utils.translation import gettext, ngettext

from tournaments.base.words import tables_in_words
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Pool, Stake
from tournaments.evening.presenters.formats.format import DealAhead
from tournaments.evening.presenters.kinds.kind import Progress
from tournaments.evening.presenters.kinds.registry import kind_pages

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
        waits_for = (
            (gettext("The bell! Still playing: %(tables)s"), preview.still_out),
            (gettext("The bell! Cut the cards: %(tables)s"), {need.table for _at, need in preview.cuts}),
            (gettext("The bell! Count your counters: %(tables)s"), {n.table for n in preview.counts}),
        )
        for text, tables in waits_for:
            if tables:
                return text % {"tables": tables_in_words(sorted(tables))}
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

    def deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, coming: int, *, out: bool, last: bool
    ) -> Iterator[DealAhead]:
        play, number, first = facts.play, facts.now.number, len(pools) + 1
        ends, end = facts.round_count, number + coming - 1
        deals = play.kind.deals_in_round(facts.settings)
        awaited = range(first, (first if last else deals) + 1) if out else ()
        ahead = (
            (round, deal)
            for round in range(number, (end if ends is None else min(end, ends)) + 1)
            for deal in (awaited if round == number else range(1, deals + 1))
        )
        for round, deal in islice(ahead, MOST_SLIPS):
            plan = play.format.deal(play, round, players, ()) if play.kind.enough(play, players) else None
            now = round == number
            yield DealAhead(round, deal, plan, here=now, turns=int(now and deal == first))
