"""What shows figures, reasons and lengths of time in answers that are made from values."""

from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from accounts.answers import answers
from tournaments.base.api.answers import Ids, answer
from tournaments.base.words import Worded, describe_reason
from tournaments.core.reasons import Reason

WHY = Reason("season_minimum", {"whom": 1, "figure": 2, "next": 1, "least": 2})


@answers("id", "name")
class Person(NamedTuple):
    id: int
    name: str


@answers("points", "people", "why", "took")
@dataclass(frozen=True)
class Row:
    points: int | Fraction
    people: tuple[Person, ...]
    took: timedelta = field(default=timedelta(minutes=2))

    @property
    def why(self) -> Worded | None:
        return describe_reason(WHY, {1: "Ada"}) if self.people else None


FULL = Row(Fraction(63, 2), (Person(1, "Ada"),))


def data(value: Row) -> Any:
    return answer(Row)(value).data


def test_figures_are_exact():
    assert (data(FULL)["points"], data(Row(12, ()))["points"]) == ("63/2", 12)
    assert data(FULL)["took"] == 120


def test_a_reason_has_code_and_words():
    assert data(FULL)["why"]["code"] == "season_minimum"
    assert data(Row(12, ()))["why"] is None


def test_people_by_their_numbers():
    assert answer(Row, people=Ids)(FULL).data["people"] == [1]
