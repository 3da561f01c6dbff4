"""Evenings with 27 people at five tables, each at a stage that a screen shows.

There are two clubs alike. What would be odd beside the first club's evenings is in the second, the host's.
"""

from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.db.models import F

from accounts.clubs.services import club_create, invitation_make
from accounts.models import Club, Membership, Player, Role, User
from tests.browser.scenes import play_out
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.published import publish_all
from tests.web.admin_pages import root
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.core.settings import Settings, Unfinished
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, EntryRow, Evening, Journal, League
from tournaments.phones.selectors import make_token
from tournaments.records.services.ratings import rate_next
from tournaments.results.services import evening_settle
from tournaments.seating.services import seats_draw
from tournaments.simulation.hall import make_name
from tournaments.simulation.rehearsal import make_demo_league
from tournaments.simulation.rounds import SimulationOrder, simulate

NAME = "Thursday evening"
BEFORE, THURSDAY, NEXT = date(2026, 3, 5), date(2026, 3, 12), date(2026, 3, 19)
PEOPLE, ON_THE_LIST, ROLES = 27, 34, ("lady", "gentleman")
LEFT = 14 * 60 + 31
"""Seconds on the clock of a round that is being played."""
LAST = 3
"""The last round, where an evening has one."""
TIMED = Settings(unfinished=Unfinished.CUT, minutes=20)
CODE = "K7MP2{}"


class Thursday:
    """``places`` says where each scene is, by the words that addresses are written with."""

    def __init__(self) -> None:
        connection.cursor().execute("PRAGMA synchronous=OFF")
        self.owner, self.host = (
            User.objects.create(email=f"ona@{where}.example", name="Ona", password="!") for where in "ab"
        )
        self.admin = root()
        self.club, self.other = (
            club_create(owner=who, name="Thursday Club") for who in (self.owner, self.host)
        )
        empty = club_create(owner=self.owner, name="Saturday Club")
        self.places: dict[str, object] = {"club": self.club.pk, "empty": empty.pk}
        self.people = [(make_name(n), ROLES[n % 2]) for n in range(ON_THE_LIST)]
        self.list_people()
        finished = self.after_play()
        self.at_the_bell()
        self.in_play()
        self.before_play()
        season = make_demo_league(self.club, self.owner, [finished], BEFORE)
        League.objects.update(name="Thursday League")
        self.places["season"] = season.pk
        while rate_next(self.club.pk):
            pass
        # New seats are shown for a minute at least: here it is over, however slow the machine is.
        Journal.objects.update(at=F("at") - timedelta(minutes=5))
        publish_all(Evening.objects.filter(pk=finished.pk), names="name")

    def list_people(self) -> None:
        """The list of players, two more members, and an invitation."""
        rows = (Player(club=self.club, name=name, role=role) for name, role in self.people)
        Player.objects.bulk_create(rows)
        for name, role in (("Ben", Role.ORGANISER), ("Cleo", Role.SCORER)):
            member = User.objects.create(email=f"{name.lower()}@example.org", name=name, password="!")
            Membership.objects.create(user=member, club=self.club, role=role)
        invitation_make(by=self.owner, club=self.club, role=Role.VIEWER, days=7)

    def before_play(self) -> None:
        """A plan, a check-in that is open, and drawn seats."""
        self.keep("draft", self.plan(self.club, NEXT))
        for scene in ("check_in", "seated"):
            evening = self.plan(self.other)
            by = RequestedBy(evening.pk, self.host)
            check_in_open(by)
            people_check_in(by, people=[Arrival(*person) for person in self.people[:PEOPLE]])
            if scene == "seated":
                seats_draw(by, seed="7")
            self.keep(scene, evening)

    def in_play(self) -> None:
        """Rounds in which some tables have played: with phones at the tables, the last one, one with bids."""
        last = self.simulated(LAST, settings=Settings(minutes=20, rounds=LAST))
        clock_start(last.by, round=last.round, seconds=LEFT)
        self.keep("last", last.evening)
        playing = linked(self.simulated(6, self.club))
        clock_start(playing.by, round=playing.round, seconds=LEFT)
        out = playing.preview().still_out
        self.keep("playing", playing.evening)
        self.places |= {
            "out": out[1],
            "told": next(table for table in playing.tables if table not in out),
            "link": make_token(link(playing, out[0])),
        }
        bids = linked(self.simulated(2, game="blackout", options={"hook": "last"}))
        self.keep("bids", bids.evening)
        waiting = bids.preview().still_out
        ready = [at for at in waiting if load_bid_table(bids.evening, bids.round, at).open is None]
        self.places["bids_link"] = make_token(link(bids, ready[0]))

    def at_the_bell(self) -> None:
        """A cut to be made; ready to move; moved."""
        cutting = self.simulated(1)
        need = play_out(cutting).cuts[0][1]
        self.keep("cutting", cutting.evening)
        self.places["cut"] = f"purpose={need.purpose}&table={need.table}&deal={need.deal}"
        for scene in ("ready", "moved"):
            night = self.simulated(3)
            play_out(night)
            night.decide()
            moves = night.preview().bell.moves
            riser = next(move.entry for move in moves if move.end and move.end.table == 1)
            if scene == "moved":
                moves_apply(night.by, round=night.round)
                clock_pause(night.by, round=night.round)  # so that the hall shows who moves, however long
            self.keep(scene, night.evening, riser)

    def after_play(self) -> Evening:
        """Settling up; prizes of which some are revealed; a finished evening, which is returned."""
        settling = self.simulated(3)
        play_out(settling)
        settling.decide()
        evening_settle(settling.by, round=settling.round)
        self.keep("settling", settling.evening)
        revealing = self.simulated(4, open=False).evening
        Award.objects.filter(result__evening=revealing).exclude(rank=4).update(revealed=None)
        self.keep("revealing", revealing)
        finished = self.simulated(8, self.club, open=False, held_on=BEFORE).evening
        self.keep("finished", finished)
        first = EntryRow.objects.filter(evening=finished, void=None, player__isnull=False).earliest("pk")
        self.places["player"] = first.player_id
        return finished

    def plan(self, club: Club, held_on: date = THURSDAY) -> Evening:
        by = club.memberships.get(role=Role.OWNER).user
        return evening_create(actor=by, club=club, name=NAME, settings=TIMED, held_on=held_on)

    def simulated(self, rounds: int, club: Club | None = None, **plays: Any) -> Night:
        """An evening in so many rounds; the last one is left open."""
        chosen: dict[str, Any] = {"open": True, "settings": TIMED, "held_on": THURSDAY, "quiet": True} | plays
        order = SimulationOrder(NAME, PEOPLE, rounds, seed="11", **chosen)
        club, by = (club, self.owner) if club == self.club else (self.other, self.host)
        return Night(simulate(order, club=club, actor=by), by)

    def keep(self, scene: str, evening: Evening, entry: int = 0) -> None:
        """Remember where the evening is, under a join code that is the same each time."""
        used = sum(name.endswith("_code") for name in self.places)
        evening.join_code = CODE.format("ABCDEFGHJKLMNPQRSTUVWXYZ"[used])
        evening.save(update_fields=["join_code"])
        self.places |= {
            scene: evening.pk,
            f"{scene}_code": evening.join_code,
            f"{scene}_me": entry,
            f"{scene}_round": evening.rounds.filter(void=None).count(),
        }
