"""A winner of a prize that was told, or given by hand, whose entry is removed: asked about, and no winner."""

from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.recordings import LINES, recorded
from tests.web.html import faults, shows
from tournaments.attendance.services import entry_withdraw
from tournaments.checks.presenters import load_waiting_sections
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultPrize
from tournaments.hall.presenters.published import load_announcement
from tournaments.journal.selectors import load_moved_prizes
from tournaments.models import Award
from tournaments.prizes.presenters.prize_lists import load_certificates
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.prizes.services import prize_give
from tournaments.transfer.presenters.evening import export_evening
from tournaments.transfer.presenters.tables import build_evening_table
from tournaments.transfer.services.imported_results import result_record
from tournaments.undo.services.revert import line_take_back

pytestmark = pytest.mark.postgresql


def waits():
    (section,) = (one for one in load_waiting_sections(timezone.localdate()) if one.key == "gifts")
    return [line.name for line in section.lines]


def give(night, *names):
    entries = dict(night.evening.entries.filter(void=None).values_list("name", "pk"))
    prize_give(night.because("Ticket 42"), title="Raffle", winners=[entries[name] for name in names])


def told_again(night, *names, prizes=None):
    """The result is told again with these people alone."""
    lines = [line for line in LINES if line.name in names]
    result_record(night.because("Told again"), lines=lines, prizes=prizes)


def api(client, night):
    client.force_login(User.objects.get(name="Alice"))
    return client.get(f"/api/v1/evenings/{night.evening.pk}/prizes/").json()["prizes"][-1]


def everywhere(client, night):
    """Who has won the evening's last prize, by each place that says it."""
    client.force_login(User.objects.get(name="Alice"))
    prizes = client.get(f"/api/v1/evenings/{night.evening.pk}/prizes/").json()["prizes"]
    names = {person["player"]: person["name"] for person in export_evening(night.evening)["players"]}
    User.objects.filter(name="Alice").update(is_staff=True, is_superuser=True)
    (row,) = client.get(reverse("admin:tournaments_award_changelist")).context["cl"].result_list
    return {
        "API": [one["name"] for one in prizes[-1]["winners"]],
        "hall": list(load_announcement(night.evening).prizes[-1].names),
        "certificates": [one.name for one in load_certificates(night.evening, runs=True)],
        "export": [names[number] for number in export_evening(night.evening)["prizes"][-1]["winners"]],
        "prize standings": [one.name for one in row.line.winners],
    }


def test_a_winner_who_is_withdrawn_before_play(client, night):
    night = night(8, Stage.CHECK_IN)
    first, second = night.facts.entries[:2]
    give(night, first.name, second.name)
    assert waits() == []
    line = entry_withdraw(night.by, entry=first.id)
    assert waits() == [f"{night.evening}: Raffle"]
    (gift,) = load_gifts(night.evening)
    assert (gift.names, gift.removed_winners) == ((second.name,), ((first.id, first.name),))
    told = api(client, night)
    assert told["winners"] == [{"entry": second.id, "name": second.name}]
    assert told["removed_winners"] == [{"entry": first.id, "name": first.name}]
    page = client.get(f"/evenings/{night.evening.pk}/prizes/")
    shows(page, f"Given to {first.name}, no longer taking part.", "Choose again who wins, or leave it.")
    assert not faults(page.content.decode())
    line_take_back(night.because("By mistake"), line=line.seq)
    assert waits() == []
    assert load_gifts(night.evening)[0].names == (first.name, second.name)


def test_who_chooses_again_keeps_the_title(client, night):
    night = night(8, Stage.CHECK_IN)
    first = night.facts.entries[0]
    give(night, first.name)
    entry_withdraw(night.by, entry=first.id)
    client.force_login(User.objects.get(name="Alice"))
    here = f"/evenings/{night.evening.pk}/prizes"
    sent = {"prize": "hand-1", "again": "Raffle"}
    assert client.post(f"{here}/take-back/", sent).url == f"{here}/"
    assert waits()
    answer = client.post(f"{here}/take-back/", sent | {"reason": "Not there"}, follow=True)
    shows(answer, "Give a prize", 'value="Raffle"', never=first.name)
    assert waits() == []


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_winner_who_is_gone_after_a_further_import(client, cast, by_hand):
    night = recorded(cast, prizes=() if by_hand else [ResultPrize("Raffle", ("Ann", "Bob"), key="told-1")])
    if by_hand:
        give(night, "Ann", "Bob")
    assert set(map(tuple, everywhere(client, night).values())) == {("Ann", "Bob")}
    told_again(night, "Bob", "Cid", "Dee")
    assert waits() == [f"{night.evening}: Raffle"]
    assert set(map(tuple, everywhere(client, night).values())) == {("Bob",)}
    assert [one["name"] for one in api(client, night)["removed_winners"]] == ["Ann"]
    shows(client.get(f"/evenings/{night.evening.pk}/"), "Given to Ann, no longer taking part.")
    told_again(night, "Cid", "Dee")
    assert set(map(tuple, everywhere(client, night).values())) == {()}
    shows(client.get(f"/evenings/{night.evening.pk}/"), "Given to Ann, Bob, no longer taking part.")


def test_a_told_winner_who_is_back_has_the_prize_again(cast):
    night = recorded(cast, prizes=[ResultPrize("Raffle", ("Ann",))])
    told_again(night, "Bob")
    told_again(night, "Ann", "Bob")
    assert waits() == []
    award = Award.objects.get(result__version=3)
    assert [winner.name for winner in award.current_winners] == ["Ann"]


def test_earlier_versions_keep_their_winners(cast):
    """And it is known who lost the prize; a prize that is told anew asks for nobody."""
    night = recorded(cast, prizes=[ResultPrize("Raffle", ("Ann", "Bob"))])
    told_again(night, "Bob", "Cid")
    one, two = Award.objects.order_by("result__version")
    assert [[who.name for who in award.current_winners] for award in (one, two)] == [["Ann", "Bob"], ["Bob"]]
    ((given,),) = load_moved_prizes(night.evening).values()
    assert (len(given.was), len(given.now)) == (2, 1)
    told_again(night, "Bob", "Cid", prizes=[ResultPrize("Raffle", ("Cid",))])
    assert waits() == []


def test_the_table_of_the_file_and_a_further_import_agree(cast):
    night = recorded(cast, *(replace(line) for line in LINES), prizes=[ResultPrize("Raffle", ("Ann", "Bob"))])
    told_again(night, "Bob", "Cid")
    _columns, rows = build_evening_table(night.evening)
    assert [row for row in rows if "Raffle" in row and "Ann" in row] == []
    assert len([row for row in rows if "Raffle" in map(str, row)]) == 1
