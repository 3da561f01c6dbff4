"""docs/import.md: its columns are those that are read, and its examples are read as it says."""

import re
from datetime import date
from pathlib import Path

from tournaments.core.files.results_table import PEOPLE, RESULTS, read_people, read_results

TEXT = (Path(__file__).parents[1] / "docs" / "import.md").read_text()
PLAYERS, PAST = (
    TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    for title in ("Players", "Results of past evenings")
)


def columns(section: str) -> set[str]:
    cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def examples(section: str) -> list[str]:
    return re.findall(r"^```csv\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


def test_every_column_is_described():
    assert columns(PLAYERS) == set(PEOPLE)
    assert columns(PAST) == set(RESULTS)


def test_the_examples_of_players():
    (example,) = examples(PLAYERS)
    read = read_people(example)
    assert (len(read.good), read.complaints, read.unknown) == (3, (), ())
    assert read.good[0].groups == ("juniors", "newcomers")


def test_the_examples_of_results():
    first, second = (read_results(example, date(2026, 1, 1)) for example in examples(PAST))
    for read in (first, second):
        assert (len(read.good), read.complaints, read.unknown) == (1, (), ())
    assert [line.place for line in first.good[0].lines] == [1, 2, 3]
    assert {line.name: (line.place, line.net) for line in second.good[0].lines} == {
        "Ann Lee": (1, 112),
        "Bob Cole": (3, -2),
        "Cora Diaz": (2, 40),
    }
