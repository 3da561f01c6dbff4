"""Which connections are kept, and which is closed for another one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.server.admission import Admission, FullError
from config.server.open_files import FileRoom

ROOM = FileRoom(files=0, pages_at_once=2, pages=4, pages_each=3, streams=2, streams_each=2, streams_wanted=2)
HALL, OTHER = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def admission() -> Admission[str]:
    return Admission(ROOM)


def test_the_one_that_is_quiet_the_longest_makes_room(admission):
    assert [admission.enter(one, HALL) for one in "abc"] == [None] * 3
    admission.set_waiting("a")
    assert admission.enter("d", HALL) == "b"
    assert admission.enter("e", HALL) == "c"
    assert admission.pages == 3


def test_one_address_leaves_room_for_others(admission):
    for one in "abcdefgh":
        admission.enter(one, HALL)
    assert admission.enter("z", OTHER) is None


def test_the_address_with_the_most_waiting_gives_way(admission):
    admission.enter("y", OTHER)
    for one in "abc":
        admission.enter(one, HALL)
    assert admission.enter("z", OTHER) == "a"


def test_one_whose_answer_is_due_is_never_closed(admission):
    for one in "abc":
        admission.enter(one, HALL)
        admission.set_busy(one)
    with pytest.raises(FullError):
        admission.enter("d", HALL)
    admission.set_waiting("b")
    assert admission.enter("d", HALL) == "b"


def test_streams_have_a_share_of_their_own(admission):
    for one in "ab":
        admission.enter(one, HALL)
        assert admission.begin_stream(one)
    for one in "cde":
        assert admission.enter(one, HALL) is None
    assert not admission.begin_stream("c")
    admission.leave("a")
    assert admission.begin_stream("c")
    assert admission.streams == {"b", "c"}


def test_a_stream_that_ends_counts_as_a_page_again(admission):
    admission.enter("a", HALL)
    admission.begin_stream("a")
    for one in "bcd":
        admission.enter(one, HALL)
    admission.end_stream("a")
    assert admission.pages == 4
    assert admission.enter("e", OTHER) == "b"


def test_without_an_address_only_the_sum_counts(admission):
    """A proxy makes all connections."""
    assert [admission.enter(one, "") for one in "abcd"] == [None] * 4
    assert admission.enter("e", "") == "a"


DOINGS = ["enter", "set_waiting", "set_busy", "begin_stream", "end_stream", "leave"]


@given(st.lists(st.tuples(st.sampled_from(DOINGS), st.integers(0, 9), st.sampled_from(["", HALL, OTHER]))))
def test_whatever_happens_it_counts_right_and_keeps_to_the_room(doings):
    admission: Admission[int] = Admission(ROOM)
    there: dict[int, str] = {}
    for doing, one, address in doings:
        if doing != "enter":
            getattr(admission, doing)(one)
        elif one not in there:
            try:
                there.pop(admission.enter(one, address) or -1, None)
                there[one] = address
            except FullError:
                pass
        if doing == "leave":
            there.pop(one, None)
        there = {one: address for one, address in there.items() if one in admission._addresses}
        assert set(there) == set(admission._addresses)
        assert len(admission.streams) <= ROOM.streams
        assert admission.pages + len(admission.streams) == len(there) <= ROOM.pages + ROOM.streams
        others = [address for one, address in there.items() if one not in admission.streams]
        assert {address: visitor.count for address, visitor in admission._visitors.items()} == {
            address: others.count(address) for address in others
        }
