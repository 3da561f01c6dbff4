"""``manage.py restore``: the same evening on another laptop and in another database, or nothing at all."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.clubs.services import club_change
from accounts.models import Club
from games.house.services import house_rules_create
from tests.commands.laptops import KEY, all_rows, backup, copy, exports, laptop, restore
from tests.linked_phones import link, linked, phone
from tests.logos import KINDS
from tests.scoring.services.test_deal_record import body
from tests.services.timed import later
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.core.record import Stage
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.models import Award, Journal, RoundRow
from tournaments.phones.selectors import find_link_by_token, make_token
from tournaments.prizes.services import prize_reveal
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.simulation import hall as simulation_hall
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.undo.services.undo import bell_undo

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "here"),
    pytest.mark.slow,
]


@pytest.fixture
def busy(night, cast):
    """A club in the middle of things: an evening in play with a clock, codes, a correction and a bell undone,
    one with bids on the table, and a finished one whose prizes are being revealed."""
    first = linked(night(12, minutes=20))
    first.play_round()
    moves_apply(first.by, round=1)
    bell_undo(first.because("too early"))
    correct(first)
    first.decide()
    moves_apply(first.by, round=1)
    clock_start(first.by, round=2, seconds=900)
    deal_record(phone(first), **body(first))
    bids = night(8, game="oh-well", format="fixed", rules_name="Ours")
    bids.bid(1)
    done = night(9, Stage.FINISHED)
    prize_reveal(done.by, prize=Award.objects.filter(result__evening=done.evening)[0].prize)
    house_rules_create(by=cast.alice, club=cast.club, game="blackout", name="Ours", options={"hook": "last"})
    for club, owner, kind in ((cast.club, cast.alice, "png"), (cast.other_club, cast.charlie, "webp")):
        club_change(by=owner, club=club, colour="#7a1f3d", bell="gong", logo=KINDS[kind])
    Client().force_login(cast.alice)
    return first


def correct(night):
    first, *others = night.table(2)
    net = dict.fromkeys((first, *others), 0) | {first: 5, others[0]: -5}
    deal_correct(
        night.because("written down wrongly"),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[first],
        in_call=[],
        tally=Tally(TallyKind.NET, net),
    )


@pytest.mark.postgresql
def test_everything_is_there_again_and_back(busy, tmp_path):
    """From this database to a SQLite file, and from that one back into this."""
    rows, documents = all_rows(), exports()
    file = copy(tmp_path / "there.zip")
    with laptop(tmp_path / "there") as there:
        said = restore(file)
        assert all_rows() == rows
        assert exports() == documents
        assert re.match(r"Restored in \d+\.\d s: \d+ rows, made on .* by Headtable \d", said)
        assert (there / "secret.key").read_text() == KEY
        assert (there / "secret.key").stat().st_mode & 0o777 == 0o600
        assert sorted(path.name for path in there.iterdir()) == ["headtable.sqlite3", "run", "secret.key"]
        back = copy(tmp_path / "back.zip")
    play_on(busy)
    assert all_rows() != rows
    said = restore(back, "--replace")
    assert all_rows() == rows
    assert exports() == documents
    assert "The data before it is in " in said
    goes_on(busy)


def play_on(night):
    """The tables that have not finished the second round do."""
    for position in (1, 3):
        night.play(position)
    night.decide()


def goes_on(night):
    """Whatever is written next gets a number that nobody has."""
    numbers = {Journal: set(pks(Journal)), Club: set(pks(Club))}
    Club.objects.create(name="A new one")
    play_on(night)
    for model, before in numbers.items():
        assert set(pks(model)) > before


def pks(model):
    return model.objects.values_list("pk", flat=True)


def test_what_stood_there_is_kept_before_it_is_replaced(busy, tmp_path, here):
    file, before = copy(tmp_path / "before.zip"), all_rows()
    play_on(busy)
    rows = all_rows()
    restore(file, "--replace")
    assert all_rows() == before
    (kept,) = (here / "backups").iterdir()
    assert (here / "backups").stat().st_mode & 0o777 == 0o700
    restore(kept, "--replace")
    assert all_rows() == rows


EVENINGS = (
    SimulationOrder("Both", 30, 6, "3"),
    SimulationOrder("At the end", 17, 5, "4", settings=Settings(counting=Counting.AT_THE_END), open=True),
    SimulationOrder("Cut", 13, 4, "5", settings=Settings(unfinished=Unfinished.CUT, deals=2)),
    SimulationOrder("Bids", 9, 1, "6", game="blackout", options={"hook": "last"}, format="fixed"),
    SimulationOrder("Calls", 12, 2, "7", game="clag"),
    SimulationOrder("Three stakes", 10, 2, "8", game="three-stake-brag"),
)


@pytest.mark.thorough
def test_every_evening_is_exported_byte_for_byte_the_same(tmp_path, monkeypatch):
    """Played in a SQLite file, carried into this database, and from here into another file."""
    often = {incident: 5 * chance for incident, chance in simulation_hall.HOW_OFTEN.items()}
    monkeypatch.setattr(simulation_hall, "HOW_OFTEN", often)
    with laptop(tmp_path / "first"):
        call_command("migrate", verbosity=0)
        club = Club.objects.create(name="Café “Ω”")
        for order in EVENINGS:
            simulate(order, club=club, actor=None)
        rows, documents = all_rows(), exports()
        file = copy(tmp_path / "first.zip")
    restore(file)
    assert all_rows() == rows
    assert exports() == documents
    file = copy(tmp_path / "second.zip")
    with laptop(tmp_path / "third"):
        restore(file)
        assert all_rows() == rows
        assert exports() == documents


def test_codes_and_sessions_are_good_on_the_other_laptop(busy, cast, tmp_path):
    client = Client()
    client.force_login(cast.bob)
    token, console = make_token(link(busy)), reverse("evening", args=[busy.evening.pk])
    assert client.get(console).status_code == 200
    file = copy(tmp_path / "there.zip")
    with laptop(tmp_path / "there"):
        assert find_link_by_token(token) is None
        said = restore(file)
        assert "Everybody stays signed in.\nThe codes on the tables work" in said
        assert find_link_by_token(token) is None, "the key is read when the program starts"
    with laptop(tmp_path / "there"):
        assert find_link_by_token(token) == link(busy)
        assert client.get(console).status_code == 200
        assert Client().get(reverse("scan", args=[token])).status_code == 302


@pytest.mark.parametrize("carried", [True, False])
def test_another_key_is_said_and_how_to_mend_it(cast, tmp_path, settings, carried):
    if not carried:
        settings.KEY_FILE = None
    file = copy(tmp_path / "there.zip")
    with laptop(tmp_path / "there") as there:
        settings.KEY_FILE = None if carried else there / "secret.key"
        said = restore(file)
        assert "Everybody must sign in again, and you must print the codes again" in said
        assert "set SECRET_KEY to the old key" in said
        assert ("the backup has it as secret.key" in said) is carried
        assert (there / "secret.key").read_text() == "the key of there"


def test_the_same_key_from_the_environment_is_well(cast, tmp_path, settings):
    settings.KEY_FILE = None
    Client().force_login(cast.bob)
    file = copy(tmp_path / "there.zip")
    with laptop(tmp_path / "there"):
        settings.KEY_FILE, settings.SECRET_KEY = None, KEY
        assert "Everybody stays signed in." in restore(file)


def test_without_sign_ins_codes_are_good_by_the_same_key_alone(cast, tmp_path):
    """Put back where it was made."""
    Client().force_login(cast.bob)
    said = restore(backup(tmp_path / "here.zip"), "--replace")
    assert "Everybody must sign in again: the backup has no sign-ins.\nThe codes on the tables work" in said
    assert not Session.objects.exists()


def test_without_the_key_it_is_said_how_it_goes_along(cast, tmp_path):
    file = backup(tmp_path / "there.zip")
    with laptop(tmp_path / "there") as there:
        said = restore(file)
        assert "A backup made with --with-key includes the key." in said
        assert (there / "secret.key").read_text() == "the key of there"


def test_a_clock_that_ran_out_meanwhile_is_named_and_one_that_stands_still_stays_so(busy, night, tmp_path):
    still = night(8, minutes=10)
    clock_pause(still.by, round=1)
    later(busy, 1000)
    rows, file = all_rows(), copy(tmp_path / "there.zip")
    with laptop(tmp_path / "there"):
        said = restore(file)
        assert all_rows() == rows
    assert said.count("“Thursday”: the time of its round is over. The bell rings when") == 1
    left = RoundRow.objects.get(evening=still.evening).left
    assert left
    assert left.microseconds
