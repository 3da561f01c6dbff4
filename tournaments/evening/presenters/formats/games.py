"""A round is a whole game of each table."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from django.utils.translation import gettext, ngettext

from tournaments.base.phrases import phrase
from tournaments.base.words import in_round, round_title, tables_in_words
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Pool, Stake
from tournaments.evening.presenters.formats.format import DealAhead
from tournaments.evening.presenters.kinds.kind import Progress
from tournaments.evening.presenters.kinds.registry import kind_pages


class GamesPages:
    usual_rounds = 3
    rounds_a_page = 1
    most_coming = 30
    rules_printed: tuple[str, ...] = ("bidding", "score", "end")
    lists_games = True
    explains_stays = False
    draw_listed: Collection[str] = ()

    def ends_at(self, rounds: int) -> str:
        return ngettext("%(n)s game ends at about %(time)s.", "%(n)s games end at about %(time)s.", rounds)

    def bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        if preview.still_out:
            tables = tables_in_words(preview.still_out)
            return gettext("Finish your deal, then stop: %(tables)s") % {"tables": tables}
        if preview.over is not None and preview.over.code == "final_played":
            return gettext("The final is over.")
        if preview.is_last:
            return gettext("That was the last game.")
        game = {"game": in_round(play, preview.next_round)}
        if counts_down:
            return phrase(play, "%(game)s begins in a moment. Keep your seats.") % game
        return phrase(play, "Keep your seats for %(game)s.") % game

    def moves_applied(self, play: Play, opened: int, moved: int) -> str:
        return gettext("%(round)s begins.") % {"round": round_title(play, opened)}

    def came_with_bell(self, stake: Stake, bells: Collection[int | None]) -> bool:
        return stake.seq in bells

    def progress(self, facts: Facts, number: int) -> dict[int, Progress]:
        return kind_pages(facts.play.kind).whole_games(facts, number)

    def deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, coming: int, *, out: bool, last: bool
    ) -> Iterator[DealAhead]:
        """Yield the coming deals of the table's game, or of its next one."""
        play, settings, round = facts.play, facts.settings, facts.now.number
        if not out:
            round, pools = round + 1, ()
        if round > settings.games or not play.kind.enough(play, players):
            return
        began = len(pools[0].lines) if pools else players
        deals = kind_pages(play.kind).coming_deals(play, settings, began, pools)
        for deal, plan in islice(deals, 1 if last else coming):
            yield DealAhead(round, deal, plan, turns=deal - len(pools) if out else 0)
