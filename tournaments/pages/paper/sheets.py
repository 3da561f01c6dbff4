"""An evening on paper: all that people need to play on if every screen goes dark now."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext

from games.describe import sections
from games.describe.section import Section
from tournaments.core.counters import leaving, ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import position
from tournaments.core.record import Pool, Stage
from tournaments.core.results.prizes import prize_list
from tournaments.facts.running.bell import bell_preview
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.live_state import pulse_of
from tournaments.facts.scoring.bid_tables import open_bids
from tournaments.models import Evening
from tournaments.pages.formats.registry import format_pages
from tournaments.pages.kinds.progress import same_deal
from tournaments.pages.paper.page import Paper, PaperSeat, PaperTable, Result
from tournaments.pages.paper.slips import slips_of
from tournaments.pages.public.player_page import Named, names_a_to_z
from tournaments.pages.running.console import movers
from tournaments.pages.running.next_tables import next_tables
from tournaments.pages.running.pending_cuts import cut_view, cuts_made
from tournaments.pages.running.people import Person, everybody, round_now
from tournaments.pages.running.round_tables import TableView, listed, table_views

STAGES = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
"""While there are seats, and something is still to be done at them."""

PATIENCE = 3
BY_SIZE = ("bidding", "end")
"""Of a game's rules those that name deals by their number, which depends on how many play."""


def paper(evening: Evening, now: datetime, coming: int) -> Paper:
    """The evening on paper, with slips for so many ``coming`` rounds, or at fixed tables deals.

    What is read is of one journal line: it is read again if somebody wrote meanwhile.
    """
    for _patience in range(PATIENCE):
        evening.refresh_from_db(fields=["seq", "stage", "chosen"])
        made = _paper(evening, now, coming)
        if pulse_of(evening).seq == evening.seq:
            break
    return made


def _paper(evening: Evening, now: datetime, coming: int) -> Paper:
    facts, settings = load_facts(evening.pk), evening.settings
    number, names = round_now(facts), facts.names
    preview = bell_preview(evening, facts, number)
    views = table_views(facts, preview)
    people = everybody(evening, facts)
    stage = Stage(evening.stage)
    away = ledger.taken_away(facts)
    return Paper(
        play=facts.play,
        settings=settings,
        stage=stage,
        seq=evening.seq,
        now=now,
        pulse=pulse_of(evening),
        round=number,
        preview=preview,
        deal=same_deal(view.progress for view in views),
        tables=tuple(_tables(facts, number, views, people)),
        people=people,
        wall=tuple(_wall(evening, people)),
        total=ledger.on_tables(facts, settings),
        banked=tuple((p.name, away[p.entry]) for p in people if p.state == "paused" and p.entry in away),
        made=cuts_made(evening, number, names) if preview.rung else (),
        due=tuple(cut_view(at, need, names) for at, need in preview.cuts),
        moves=movers(facts.play, preview.bell, names) if preview.ready else (),
        drawn=next_tables(facts, preview),
        names=names,
        rules=tuple(_rules(facts.play, views)),
        listed=prize_list(settings, facts.play),
        slips=()
        if stage is Stage.SETTLING
        else slips_of(facts, views, number, coming, open_bids(evening.pk, number)),
    )


def _tables(
    facts: Facts, number: int, views: Sequence[TableView], people: Sequence[Person]
) -> Iterator[PaperTable]:
    who = {person.entry: person for person in people}
    pools, left = position.pools_by_table(facts, number), leaving.left_in_pools(facts, number)
    for view in views:
        yield PaperTable(
            view,
            tuple(PaperSeat(seat, who[seat.entry]) for seat in view.seats),
            tuple(_result(pool, facts.names) for pool in pools[view.position]),
            tuple((seat.name, left[seat.entry]) for seat in view.seats if seat.entry in left),
        )


def _result(pool: Pool, names: Mapping[int, str]) -> Result:
    return Result(
        pool.deal,
        listed(sorted(pool.winners), names),
        listed(sorted(pool.in_call - pool.winners), names),
        tuple((names[line.entry], line.bid, line.tricks or 0) for line in pool.lines if line.bid is not None),
    )


def _wall(evening: Evening, people: Sequence[Person]) -> Iterator[tuple[Named, Person]]:
    """Everybody who has not left, as one looks for a name."""
    here = {person.entry: person for person in people if person.state != "left"}
    return ((named, here[named.entry]) for named in names_a_to_z(evening) if named.entry in here)


def _rules(play: Play, views: Sequence[TableView]) -> Iterator[Section]:
    """How bids are made and scored, which the program looks after otherwise: for the usual size of a table.

    That is said where tables of other sizes play other deals.
    """
    sizes = Counter(sum(seat.presence.plays for seat in view.seats) for view in views)
    fitting = [size for size in sizes if play.kind.enough(play, size)]
    if play.bids is None or not fitting:
        return
    usual = max(fitting, key=lambda size: (sizes[size], size))
    for section in sections(play.game, usual, play.chosen):
        title = section.title
        if len(sizes) > 1 and section.key in BY_SIZE:
            title = gettext("%(title)s (table of %(players)s)") % {"title": title, "players": usual}
        if section.key in format_pages(play.format).rules_printed:
            yield replace(section, title=title, tables=())
