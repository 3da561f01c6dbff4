from tests.cast import refused
from tests.services.cases import Case
from tests.services.refusals import begun
from tournaments.bell.services.bell import cut_draw, cuts_draw
from tournaments.core.record import Stage
from tournaments.models import CutRow, Journal
from tournaments.undo.services.revert import line_take_back


def ties(make):
    """The first two divide the pool at each of three tables; at the head table two are equal at the end."""
    night = begun(12)(make)
    for table in reversed(night.tables):
        night.play(table, winners=tuple(night.table(table)[:2]))
    return night


CASE = Case(
    cuts_draw, scene=ties, body=lambda night: {}, stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
)


def lots():
    return Journal.objects.filter(verb="cut_drawn").order_by("seq")


def test_it_draws_all_with_a_line_each(night):
    night = ties(night)
    open_cuts = [(at, need.purpose, need.table) for at, need in night.preview().cuts]
    assert len(open_cuts) == 4
    line = cuts_draw(night.by, seed="8")
    told = [(one.payload["round"], one.payload["purpose"], one.payload["table"]) for one in lots()]
    assert told == open_cuts
    assert night.preview().ready
    assert line == lots()[0]
    assert {one.payload["seed"] for one in lots()} == {"8"}
    assert set(CutRow.objects.values_list("journal", flat=True)) == {one.pk for one in lots()}


def test_each_is_as_if_it_were_drawn_alone(night):
    first, second = ties(night), ties(night)
    cuts_draw(first.by, seed="8")
    while waited := second.preview().cuts:
        at, need = waited[0]
        cut_draw(second.by, round=at, purpose=need.purpose, table=need.table, deal=need.deal, seed="8")
    cards = [
        list(CutRow.objects.filter(round__evening=one.evening).order_by("id").values_list("card", flat=True))
        for one in (first, second)
    ]
    assert cards[0] == cards[1]


def test_one_of_them_can_be_taken_back(night):
    night = ties(night)
    cuts_draw(night.by)
    one = lots()[2]
    line_take_back(night.by, line=one.seq)
    ((_round, need),) = night.preview().cuts
    assert (need.purpose, need.table) == (one.payload["purpose"], one.payload["table"])


def test_without_a_cut_it_is_refused(night):
    night = begun(12)(night)
    with refused("cards", says="No cut is needed"):
        cuts_draw(night.by)
