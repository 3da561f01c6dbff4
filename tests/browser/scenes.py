"""Simulated evenings, each brought to a stage of its own, for every page to be looked at."""

from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from accounts.clubs.services import claim_ask, claim_decide, club_create, invitation_make
from accounts.models import Group, Membership, Player, Role, User
from accounts.players.services import group_change, group_create, player_merge
from games.house.services import house_rules_create, house_rules_retire
from tests.browser.season_scenes import SeasonScenes
from tests.cast import Night
from tests.published import publish_all
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.console.services import run_due_tasks
from tournaments.core.formats.preview import Preview
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, EntryRow, Evening, League, PrizeSet
from tournaments.prizes.services import prize_reveal, prize_set_keep
from tournaments.results.services import evening_settle, final_count
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct
from tournaments.seating.services import seats_draw
from tournaments.simulation.hall import make_name
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.selectors.imports_made import IMPORT
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record, result_record
from tournaments.transfer.services.imports import build_noter

ROLES = ("lady", "gentleman")
LONG = "Maximiliana-Theodora von Hohenstein-Wittgenstein zu Berleburg"[:60]

OWN_PRIZES = (
    Listed("yellow", LONG),
    Listed("own-1", "Patience", (Step("wins", Best.LOWEST), Step("net")), role="lady"),
    Listed("own-2", "Best deal", (Step("best"), Step("net"), Step("lot", Best.LOWEST)), places=3),
    Listed("own-3", "Best of the young", (Step("net"),), group="Juniors"),
    Listed("own-4", "Most exact bids", (Step("exact"),)),
    Listed("booby", off=True),
)


PUBLISHED = (
    *("check_in", "seated", "waiting", "running", "settling", "revealing", "finished"),
    *("fixed", "fixed_finished", "drawn_over", "bids_finished"),
)
"""Evenings that everybody may read."""


@dataclass(frozen=True)
class SceneFile:
    """All scenes, in a database file: where each is, and whose club it is."""

    database: Path
    places: dict[str, object]
    owner: User


class Scenes:
    """``places`` says where each scene is, by the words that addresses are written with."""

    OWNER = "ona@example.org"

    def __init__(self) -> None:
        self.owner = User.objects.create(email=self.OWNER, name="Ona", password="!")
        self.club = club_create(owner=self.owner, name="Thursday Club")
        self.places: dict[str, object] = {"club": self.club.pk}
        self.before_play()
        self.in_play()
        self.clocks()
        self.after_play()
        self.own_prizes()
        self.bids()
        self.fixed_tables()
        self.drawn_games()
        self.elsewhere()
        Player.objects.create(club=self.club, name=LONG, role="gentleman")
        self.house_rules()
        self.places["player"] = Player.objects.filter(club=self.club).order_by("pk")[0].pk
        self.people()
        leagues = club_create(owner=self.owner, name="League Club")
        self.places |= SeasonScenes(self.owner, leagues, LONG).places | {"league_club": leagues.pk}

        self.opened()

    def opened(self) -> None:
        """What everybody may read: evenings at most stages, and the league."""
        scenes = (*PUBLISHED, "recorded")
        publish_all(Evening.objects.filter(pk__in=[self.places[scene] for scene in scenes]))
        publish_all(League.objects.all())

    def people(self) -> None:
        """Whoever has played most, with a former entry and one that may be; two groups, one with a prize."""
        played = Count("entries", filter=Q(entries__void=None, entries__evening__stage=Stage.FINISHED))
        often = Player.objects.filter(club=self.club).annotate(played=played).order_by("-played", "pk")
        most, second = often[:2]
        old, other = (
            Player.objects.create(club=self.club, name=f"{most.name} {n}") for n in ("jr", LONG[:40])
        )
        player_merge(by=self.owner, gone=old, kept_as=most, reason="The first list had it so.")
        juniors = Group.objects.get(club=self.club, name="Juniors")
        group_change(by=self.owner, group=juniors, name="Juniors", players=[most.pk, second.pk])
        seniors = group_create(by=self.owner, club=self.club, name="Seniors")
        steps = [{"metric": "net", "best": "highest"}]
        prize = {"key": "own-1", "title": "Best senior", "steps": steps, "group": "Seniors"}
        PrizeSet.objects.create(club=self.club, name="Thursdays", prizes=[prize])
        found = {"most": most, "second": second, "other": other, "juniors": juniors, "seniors": seniors}
        self.places |= {name: one.pk for name, one in found.items()}
        self.members(most)

    def members(self, most: Player) -> None:
        """The owner is somebody on the list, a member with a long name asks to be; an invitation is open."""
        claim_decide(by=self.owner, claim=claim_ask(by=self.owner, player=most), granted=True)
        guest = User.objects.create(email=f"{'max' * 20}@example.org", name=LONG, password="!")
        Membership.objects.create(user=guest, club=self.club, role=Role.SCORER)
        claim_ask(by=guest, player=Player.objects.filter(club=self.club, name=LONG).earliest("pk"))
        invitation_make(by=self.owner, club=self.club, role=Role.VIEWER, days=7)

    def house_rules(self) -> None:
        """Two in use, and one that is retired."""
        making = partial(house_rules_create, by=self.owner, club=self.club)
        made = making(game="blackout", name=LONG, options={"hook": "last", "full_rotation": True})
        making(game="caller-clag", name="Short Clag", options={"deals": 8})
        house_rules_retire(by=self.owner, rules=making(game="clag", name="Old", options={"non_exact": True}))
        self.places["house"] = made.pk

    def before_play(self) -> None:
        self.keep("draft", self.plan("Next Thursday"))
        self.keep("empty", self.open("The doors are open"))
        self.keep("check_in", people_come(self.open("Thursday, before nine"), LONG))
        seated = people_come(self.open("Thursday, nine"))
        seats_draw(RequestedBy(seated.pk, self.owner), seed="7")
        self.keep("seated", seated)

    def in_play(self) -> None:
        """Playing; rung, with tables still out; a cut to be made; ready to move, somebody being broke."""
        playing = self.simulated("Playing", rounds=5)
        self.keep("playing", playing.evening)
        preview = playing.preview()
        self.places["out"] = preview.still_out[-1]
        self.places["told"] = next(table for table in playing.tables if table not in preview.still_out)
        self.correct(playing)

        waiting = self.simulated("Waiting", rounds=2, settings=Settings(unfinished=Unfinished.CUT))
        waiting.play(1)
        self.keep("waiting", waiting.evening)
        self.places["late"] = waiting.preview().still_out[0]

        cutting = self.simulated("Cutting", rounds=1)
        need = play_out(cutting).cuts[0][1]
        self.keep("cutting", cutting.evening, entry=need.among[0])
        self.places["cut"] = f"purpose={need.purpose}&table={need.table}&deal={need.deal}"

        ready = self.simulated("Ready", rounds=4)
        play_out(ready)
        ready.decide()
        self.keep("ready", ready.evening, entry=ready.preview().bell.moves[0].entry)

    def clocks(self) -> None:
        """A clock that runs, one that stands in the last round, and moves that come by themselves."""
        running = self.simulated("Running", rounds=2, settings=Settings(minutes=15, rounds=8))
        clock_start(running.by, round=running.round)
        self.keep("running", running.evening)
        paused = self.simulated("Paused", rounds=2, settings=Settings(minutes=15, rounds=2))
        clock_start(paused.by, round=paused.round)
        clock_pause(paused.by, round=paused.round)
        self.keep("paused", paused.evening)
        moving = self.simulated("Moving", rounds=2, settings=Settings(minutes=15, auto_moves=600))
        play_out(moving)
        moving.decide()
        run_due_tasks(timezone.now(), moving.evening.pk)
        self.keep("moving", moving.evening)

    def after_play(self) -> None:
        for scene, counting in (("settling", Counting.EACH_DEAL), ("counting", Counting.AT_THE_END)):
            night = self.simulated(scene.title(), rounds=3, settings=Settings(counting=counting))
            play_out(night)
            night.decide()
            evening_settle(night.by, round=night.round)
            self.keep(scene, night.evening)
        later = self.simulated("Counted later", rounds=2, settings=Settings(counting=Counting.AT_THE_END))
        self.keep("uncounted", later.evening)
        self.counters_astray()
        finished = simulate(
            SimulationOrder("Last Thursday", rounds=6, seed="7"), club=self.club, actor=self.owner
        )
        self.correct(Night(finished, self.owner))
        self.keep("finished", finished, entry=winner_of(finished))
        revealing = simulate(
            SimulationOrder("The prizes are next", rounds=6, seed="7"), club=self.club, actor=self.owner
        )
        Award.objects.filter(result__evening=revealing).update(revealed=None)
        prize_reveal(RequestedBy(revealing.pk, self.owner), prize="booby")
        self.keep("revealing", revealing, entry=winner_of(revealing))

    def own_prizes(self) -> None:
        """Prizes of the club's own: while they are played for, and won by people with long names."""
        group_create(by=self.owner, club=self.club, name="Juniors")  # for whom one of them is
        kept = prize_set_keep(by=self.owner, club=self.club, name=LONG, prizes=OWN_PRIZES)
        self.places["prize_set"] = kept.pk
        settings = Settings(prizes=OWN_PRIZES)
        self.keep("choosing", self.simulated("Choosing", rounds=2, settings=settings).evening)
        order = SimulationOrder("Prizes of our own", rounds=2, seed="7", settings=settings)
        won = simulate(order, club=self.club, actor=self.owner)
        EntryRow.objects.filter(awards__prize="own-2-2", evening=won).update(name=LONG)
        self.keep("won", won, entry=winner_of(won))

    def counters_astray(self) -> None:
        """Counters that do not add up: a stake too many, and a wrong count beside a corrected deal."""
        for scene, off in (("stake_over", 50), ("miscounted", -7)):
            night = self.simulated(scene.title(), rounds=3)
            play_out(night)
            night.decide()
            evening_settle(night.by, round=night.round)
            self.correct(night)
            who = night.table(2)[0]
            final_count(night.by, counts={who: max((night.held()[who] or 0) + off, 0)})
            self.keep(scene, night.evening, entry=who)
        uneven = self.simulated("Uneven", rounds=2)
        play_out(uneven)
        uneven.decide()
        moves_apply(uneven.by, round=uneven.round)
        for entry in uneven.table(uneven.tables[-1])[1:]:
            player_drop(uneven.by, entry=entry)
        self.keep("uneven", uneven.evening)
        self.places["gone"] = uneven.evening.seq

    def bids(self) -> None:
        """Bids are played for: in play, ready to move, and finished."""
        playing = self.simulated("Bids", rounds=4, game="blackout-family")
        self.keep("bids", playing.evening)
        ready = self.simulated("Bids, at the bell", rounds=3, game="romanian-whist")
        ready.play_round()
        self.keep("bids_ready", ready.evening, entry=ready.preview().bell.moves[0].entry)
        order = SimulationOrder("Bids, last Thursday", rounds=4, seed="7", game="clag")
        finished = simulate(order, club=self.club, actor=self.owner)
        self.keep("bids_finished", finished, entry=winner_of(finished))

    def fixed_tables(self) -> None:
        """Whole games: in play, between two games, and finished; one that a table wins together."""
        settings, plays = Settings(games=2), dict[str, Any](players=8, format="fixed")
        playing = self.simulated("Fixed tables", 1, settings, game="jabberwocky", **plays)
        people_check_in(playing.by, people=[Arrival(LONG)])
        self.keep("fixed", playing.evening)
        over = self.simulated("Between games", 1, settings, game="jabberwocky", **plays)
        over.play_round()
        self.keep("fixed_over", over.evening)
        together = self.simulated("Together", 1, game="blackout-cooperative", **plays)
        self.keep("together", together.evening)
        order = SimulationOrder("Fixed, last Thursday", seed="7", game="jabberwocky", **plays)
        finished = simulate(order, club=self.club, actor=self.owner)
        self.keep("fixed_finished", finished, entry=winner_of(finished))

    def drawn_games(self) -> None:
        """Seats drawn anew: the second game, which somebody sits out; a knockout between two games."""
        settings = Settings(games=4)
        second = self.simulated("Rotation", 2, settings, players=9, game="seven-truf", format="rotation")
        [out] = {entry.id for entry in second.facts.entries} - second.seats().keys()
        self.keep("drawn", second.evening, entry=out)
        plays: dict[str, Any] = {"players": 21, "game": "brag", "format": "knockout"}
        over = self.simulated("Knockout", 1, Settings(consolation=True), **plays)
        people_check_in(over.by, people=[Arrival(LONG)])
        play_out(over)
        self.keep("drawn_over", over.evening, entry=over.table(1)[0])

    def elsewhere(self) -> None:
        """An evening that was played on paper, with all that can be told of one; its result was told anew."""
        told = [
            ResultLine(LONG, "lady", counters=212, yellow=3, deals=24, wins=7, best=61, share=2914),
            *(
                ResultLine(make_name(n), ROLES[n % 2], counters=90 - n, deals=24, wins=n % 3)
                for n in range(10)
            ),
            ResultLine("Last", counters=40, fresh=2, net=-60, deals=20),
        ]
        played = ElsewhereResult("On paper", date(2025, 10, 2), told)
        evening = evening_record(actor=self.owner, club=self.club, result=played)
        line = evening.journal.get()
        build_noter(self.club, None)(line)
        self.places["import"] = line.payload[IMPORT]
        changed = [*told[:-1], ResultLine("Last", counters=41, fresh=2, net=-59)]
        result_record(RequestedBy(evening.pk, self.owner, "The sheet says 41."), lines=changed)
        self.keep("recorded", evening)

    def plan(self, name: str) -> Evening:
        return evening_create(actor=self.owner, club=self.club, name=name, settings=Settings())

    def open(self, name: str) -> Evening:
        evening = self.plan(name)
        check_in_open(RequestedBy(evening.pk, self.owner))
        return evening

    def simulated(self, name: str, rounds: int, settings: Settings | None = None, **plays: Any) -> Night:
        order = SimulationOrder(
            name, rounds=rounds, seed="11", open=True, settings=settings or Settings(), **plays
        )
        return Night(simulate(order, club=self.club, actor=self.owner), self.owner)

    def correct(self, night: Night) -> None:
        """A deal of the first round was written down wrongly: one counter between two players."""
        pool = next(pool for pool in night.facts.pools if (pool.round, pool.position) == (1, 2))
        net = {line.entry: line.counters or 0 for line in pool.lines}
        first, second = list(net)[:2]
        net[first], net[second] = net[first] - 1, net[second] + 1
        deal_correct(
            night.because("one counter more was put in"),
            round=1,
            table=2,
            deal=1,
            base_version=pool.version,
            winners=[line.entry for line in pool.lines if line.won],
            in_call=[],  # who called lost as much as each other
            tally=Tally(TallyKind.NET, net),
        )

    def keep(self, scene: str, evening: Evening, entry: int | None = None) -> None:
        evening.refresh_from_db()
        person = EntryRow.objects.filter(evening=evening, void=None).order_by("pk").first()
        self.places |= {
            scene: evening.pk,
            f"{scene}_code": evening.join_code,
            f"{scene}_me": entry or (person.pk if person else 0),
            f"{scene}_round": evening.rounds.filter(void=None).count(),
        }


def people_come(evening: Evening, *more: str) -> Evening:
    """26 people of alternating roles, and some without."""
    people = [Arrival(make_name(n), ROLES[n % 2]) for n in range(26)]
    people_check_in(RequestedBy(evening.pk), people=[*people, *(Arrival(who) for who in more)])
    return evening


def play_out(night: Night) -> Preview:
    """Every table that is still out plays: all but the winner lose a counter, so that many are equal."""
    while out := night.preview().still_out:
        night.play(out[-1])
    return night.preview()


def winner_of(evening: Evening) -> int:
    """Somebody who won a prize."""
    won = Award.objects.filter(result__evening=evening).exclude(winners=None)
    return won.values_list("winners", flat=True)[0]
