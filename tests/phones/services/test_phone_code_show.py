from tests.services.cases import Case
from tournaments.models import Journal
from tournaments.phones.selectors import CODE_LASTS, code_of, phone_lines, standing_code
from tournaments.phones.services import WHILE_HERE, phone_code_show

CASE = Case(
    phone_code_show,
    scene=lambda make: make(8),
    body=lambda night: {"entry": night.entry("p02")},
    stages=WHILE_HERE,
)


def standing(night, name, line):
    return standing_code(phone_lines(night.evening.pk), night.entry(name), line.at)


def test_it_works(night):
    """A newer code replaces an older one, of one person alone; two minutes later none stands."""
    night = night(8)
    first = phone_code_show(night.by, entry=night.entry("p02"))
    second = phone_code_show(night.by, entry=night.entry("p02"))
    third = phone_code_show(night.by, entry=night.entry("p03"))
    assert standing(night, "p02", third) == second
    assert standing(night, "p03", third) == third
    assert standing(night, "p04", third) is None
    late = Journal(at=second.at + CODE_LASTS)
    assert standing(night, "p02", late) is None
    assert len({code_of(line) for line in (first, second, third)}) == 3


def test_no_row_has_the_code(night):
    night = night(8)
    line = phone_code_show(night.by, entry=night.entry("p02"))
    code = code_of(Journal.objects.get(pk=line.pk))
    assert code == code_of(line)
    assert len(code) == 6
    assert code.isdecimal()
    assert line.payload == {"entry": night.entry("p02")}
