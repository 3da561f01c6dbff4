"""Made right on the pages: a forgotten fresh stake is noted, and the tables are levelled."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import press, says
from tests.browser.test_repairs import Hall
from tests.browser.test_repairs import hall as hall
from tournaments.attendance.services import player_drop
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.results.services import evening_settle, final_count

WHY = "Bob gave it at the bell"


@pytest.mark.thorough
def test_a_forgotten_fresh_stake_is_noted_and_the_evening_settles(hall: Hall):
    desk, night = hall.desk, hall.night
    night.next_round()
    night.play_round()
    evening_settle(night.by, round=2)
    who = night.table(3)[0]
    name, had = night.facts.names[who], night.held()[who] or 0
    final_count(night.by, counts={who: had + 50})
    desk.goto(hall.at)
    press(desk, "Ledger", within=desk.locator(".tabs"))
    says(desk, "The counters do not add up: 50 too many")
    row = desk.locator(".hints li", has_text=name)
    press(desk, "Record it", within=row)
    expect(desk.get_by_label("Player")).to_have_value(str(who))
    expect(desk.get_by_label("Given, but not recorded")).to_be_checked()
    desk.get_by_label("At the start of round").select_option("2")
    told = desk.locator(".look li", has=desk.locator("strong.what", has_text=name))
    expect(told).to_contain_text(re.compile(r"Fresh stakes\s+0\s+→ then\s+1"))
    desk.get_by_label("Reason").fill(WHY)
    press(desk, "Save the correction")
    says(desk, "✓ Everything adds up")
    hall.take_back("Saved.")
    desk.goto(f"{hall.at}ledger/stake/?person={who}&given=yes")
    desk.get_by_label("At the start of round").select_option("2")
    desk.get_by_label("Reason").fill(WHY)
    press(desk, "Save the correction")
    says(desk, "✓ Everything adds up")
    assert night.facts.play.kind.blockers(night.facts) == ()
    desk.goto(hall.at)
    press(desk, "Finish the evening")
    expect(desk.locator(".note.success")).to_be_visible()
    assert Evening.objects.get(pk=night.evening.pk).stage == Stage.FINISHED


@pytest.mark.thorough
def test_levelled_tables_are_seen_by_themselves(hall: Hall):
    desk, night = hall.desk, hall.night
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    one = night.facts.names[night.table(3)[-1]]
    start = night.seats()[night.entry(one)]
    hall.phone(one)
    scorer = hall.scorer(4)
    hall.sits(one, *start)
    expect(scorer.locator("main")).not_to_contain_text(one)
    desk.goto(hall.at)
    press(desk, "Players", within=desk.locator(".tabs"))
    press(desk, "Level the tables")
    goes = desk.locator(".goes li", has_text=one).inner_text()
    _from, table, chair = map(int, re.findall(r"\d+", goes.removeprefix(one)))
    assert table == 4
    press(desk, "Level the tables", within=desk.locator("main form"))
    hall.sits(one, table, chair)
    says(scorer, one)
    hall.take_back("The tables are level.")
    hall.sits(one, *start)
    expect(scorer.locator("main")).not_to_contain_text(one)
