from tests.cast import refused
from tests.linked_phones import link, linked
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.phones.selectors import find_link_by_token, list_links
from tournaments.phones.services import link_revoke, links_make
from tournaments.seating.services import table_add

CASE = Case(
    links_make,
    scene=lambda make: make(12),
    body=lambda night: {},
    stages=(Stage.SEATED, Stage.PLAYING, Stage.SETTLING),
)


def test_it_works(night):
    night = night(12)
    line = links_make(night.by)
    assert [view.table for view in list_links(night.evening)] == night.tables == [1, 2, 3]
    for view in list_links(night.evening):
        found = find_link_by_token(view.token)
        assert found
        assert (found.evening, found.table, found.journal) == (night.evening, view.table, line)
    assert line.payload == {"tables": [1, 2, 3]}


def test_only_what_is_missing_is_made(night):
    night = linked(night(12))
    before = {table: link(night, table).pk for table in night.tables}
    with refused("links", "has its code"):
        links_make(night.by)
    link_revoke(night.by, table=2)
    assert [view.token == "" for view in list_links(night.evening)] == [False, True, False]
    line = links_make(night.by)
    assert line.payload == {"tables": [2]}
    assert link(night, 2).pk != before[2]
    assert [link(night, table).pk for table in (1, 3)] == [before[1], before[3]]


def test_a_table_that_comes_later(night):
    night = linked(night(15))
    assert night.tables == [1, 2, 3]
    table_add(night.because("too crowded"), entries=night.table(2)[:4])
    assert [(view.table, view.token == "") for view in list_links(night.evening)][-1] == (4, True)
    links_make(night.by)
    assert link(night, 4).table == 4


def test_before_the_draw_there_are_no_tables(night):
    night = night(12, Stage.CHECK_IN)
    with refused("stage"):
        links_make(night.by)
    assert list_links(night.evening) == ()
