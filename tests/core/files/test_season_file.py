"""A season's file: read as a whole, or refused at the place that is wrong."""

import json
import re
from datetime import date
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from tournaments.core.files.season import extract_essence, read_season
from tournaments.core.leagues.rules import Rules, to_json
from tournaments.core.results.elsewhere import ResultPrize

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "season.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


def line(person, place, **figures):
    return {"person": person, "place": place, **figures}


def row(person, place, total, **more):
    return {
        "division": None,
        "person": person,
        "place": place,
        "total": total,
        "played": 1,
        "below": False,
        **more,
    }


def person(name, **more):
    return {"name": name, "role": "", "listed": False, "division": None, "guest": False, **more}


def document():
    """Three people on one evening, two of them equal: 12 points, and (10 + 8) / 2 for each of the others."""
    return {
        "format": "headtable-season",
        "format_version": 2,
        "club": "Thursday Club",
        "league": "League",
        "season": "Winter",
        "stage": "open",
        "seed": "7",
        "rules": to_json(Rules()),
        "divisions": [],
        "people": [person("Ada"), person("Ben"), person("Cora")],
        "evenings": [
            {
                "name": "Opening",
                "date": "2026-01-08",
                "game": "draw-poker",
                "options": {},
                "house_rules": "",
                "version": 1,
                "weight": 100,
                "division": None,
                "lines": [line(2, 2, net=40), line(1, 1, net=50, yellow=1), line(3, 2, net=40)],
                "prizes": [
                    {"key": "yellow", "title": "Yellow", "winners": [1]},
                    {"title": "Booby", "winners": []},
                ],
                "given": [{"title": "Raffle", "winners": [3], "reason": "by lot"}],
            }
        ],
        "given": [{"title": "Fair play", "winners": [2], "reason": "the committee"}],
        "closing": None,
        "standing": [row(1, 1, "12"), row(2, 2, "9"), row(3, 2, "9")],
    }


def changed(path, value):
    """The document with another value at the place, or without it."""
    found = document()
    *way, last = (int(word) - 1 if word.isdigit() else word for word in path.split("."))
    at = found
    for word in way:
        at = at[word]
    if value is LEFT_OUT:
        del at[last]
    else:
        at[last] = value
    return found


LEFT_OUT = object()


def test_it_works():
    VALIDATOR.validate(document())
    season = read_season(json.dumps(document()))
    assert (season.league, season.name, season.seed) == ("League", "Winter", "7")
    opening = season.evenings[0]
    assert [(one.name, one.place, one.net) for one in opening.lines] == [
        ("Ben", 2, 40),
        ("Ada", 1, 50),
        ("Cora", 2, 40),
    ]
    assert opening.prizes == (ResultPrize("Yellow", ("Ada",), "yellow"), ResultPrize("Booby", (), "told-2"))
    assert read_season(json.dumps(document(), indent=4)) == season


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "1", '"x"', "{}", '{"format": "headtable-evening"}', "name,role\nAnn,"]
)
def test_something_else_is_refused(text):
    with pytest.raises(RuleError) as refused:
        read_season(text)
    assert refused.value.field == "file"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a": 1, "a": 1}',
        "NaN",
        "[Infinity]",
        "1" * 5000,
        '{"format": "headtable-season", "a": [1,]}',
        '{"format": "headtable-season", "a": ["x\\ud800"]}',
        '{"format": "headtable-season", "\\udfff": 1}',
    ],
)
def test_what_is_no_json_is_refused(text):
    with pytest.raises(RuleError, match="not complete JSON"):
        read_season(text)


def test_a_file_that_is_cut_short_is_refused_wherever():
    text = json.dumps(document())
    for end in range(0, len(text), 7):
        with pytest.raises(RuleError):
            read_season(text[:end])


@pytest.mark.parametrize("version", [0, 3, 1.0, "1", None, True])
def test_another_format_is_refused(version):
    with pytest.raises(RuleError, match="format"):
        read_season(json.dumps(changed("format_version", version)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("league", LEFT_OUT),
        ("league", ""),
        ("league", 7),
        ("season", "x" * 61),
        ("stage", "over"),
        ("seed", "x" * 65),
        ("rules", []),
        ("rules.scheme", "luck"),
        ("rules.table", [1, 2]),
        ("divisions", ["A", "a"]),
        ("divisions", [7]),
        ("people.1", "Ada"),
        ("people.1.name", "Ben"),
        ("people.1.guest", 0),
        ("people.1.division", 1),
        ("evenings.1.name", LEFT_OUT),
        ("evenings.1.date", "yesterday"),
        ("evenings.1.date", "2026-02-30"),
        ("evenings.1.game", "snap"),
        ("evenings.1.options", {"wild": True}),
        ("evenings.1.weight", 0),
        ("evenings.1.division", 1),
        ("evenings.1.lines.1.person", 4),
        ("evenings.1.lines.1.person", 0),
        ("evenings.1.lines.1.person", True),
        ("evenings.1.lines.1.person", 1),  # twice on one evening
        ("evenings.1.lines.1.place", LEFT_OUT),
        ("evenings.1.lines.1.place", 0),
        ("evenings.1.lines.1.place", 4),
        ("evenings.1.lines", []),
        ("evenings.1.lines.1.place", 1.5),
        ("evenings.1.lines.1.points", 4),
        ("evenings.1.prizes.1.winners", [2, 2]),
        ("evenings.1.prizes.1.winners", [9]),
        ("evenings.1.prizes.1.title", 1),
        ("standing.1.total", "12.0"),
        ("standing.1.total", "1/0"),
    ],
)
def test_what_is_wrong_is_refused_at_its_place(path, value):
    with pytest.raises(RuleError) as refused:
        read_season(json.dumps(changed(path, value)))
    assert refused.value.message % refused.value.figures
    field = refused.value.field
    near = "evenings.1.lines" if value == 1 else path.rpartition(".")[0]
    assert path.startswith(field) or field.startswith(near), field


def test_what_is_outside_of_unicodes_first_plane_is_read():
    read = read_season(json.dumps(changed("people.1.name", "Ada \U00020000"), ensure_ascii=True))
    assert read.people[0].name == "Ada \U00020000"


@pytest.mark.parametrize(("day", "today"), [("2026-01-08", "2026-01-07"), ("1899-12-31", "2026-01-08")])
def test_a_day_on_which_nothing_can_have_been_played(day, today):
    text = json.dumps(changed("evenings.1.date", day))
    with pytest.raises(RuleError, match="in the future") as refused:
        read_season(text, date.fromisoformat(today))
    assert refused.value.field == "evenings.1.date"
    assert read_season(text, None).evenings[0].held_on == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("standing.1.total", "13"),
        ("standing.1.place", 2),
        ("standing.2.below", True),
        ("standing.3", LEFT_OUT),
        ("evenings.1.weight", 200),
        ("evenings.1.lines.2.yellow", 5),
        ("rules.yellow", 1),
        ("people.2.guest", True),
        ("evenings", []),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(path, value):
    found = changed(path, value)
    if path == "evenings.1.lines.2.yellow":
        found["rules"]["yellow"] = 1
    if path == "people.2.guest":
        found["people"][1]["listed"] = True
    with pytest.raises(RuleError) as refused:
        read_season(json.dumps(found))
    assert refused.value.field == "standing"


def test_two_evenings_of_one_name_and_day_are_refused():
    found = document()
    found["evenings"] *= 2
    with pytest.raises(RuleError, match="appears twice"):
        read_season(json.dumps(found))


def test_order_and_spelling_make_no_other_season():
    found = document()
    found["people"] = [person("CORA", role="x"), person("Ben"), person("Ada")]
    for one in found["evenings"][0]["lines"]:
        one["person"] = 4 - one["person"]
    found["evenings"][0]["prizes"][0]["winners"] = [3]
    found["evenings"][0]["given"][0]["winners"] = [1]
    for one in found["standing"]:
        one["person"] = 4 - one["person"]
    found["league"] = "LEAGUE"
    first, second = read_season(json.dumps(document())), read_season(json.dumps(found))
    assert first != second
    assert extract_essence(first) == extract_essence(second)
    assert extract_essence(first) != extract_essence(read_season(json.dumps(changed("seed", "8"))))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def places(value, path=""):
    """Every place in a document."""
    within = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value, start=1)
        if isinstance(value, list)
        else ()
    )
    for name, inner in within:
        yield f"{path}{name}"
        yield from places(inner, f"{path}{name}.")


@given(st.sampled_from(list(places(document()))), JUNK)
def test_whatever_stands_anywhere_it_is_read_or_refused(path, junk):
    try:
        read_season(json.dumps(changed(path, junk)))
    except RuleError as refused:
        assert refused.message % refused.figures  # noqa: PT017 - or it is read


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_property_is_described():
    """Each property has its bullet under its object's heading in docs/season.md, and nothing else has one."""
    text = (DOCS / "season.md").read_text()
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    wanted = {"The document": SCHEMA} | {
        name: shape for name, shape in SCHEMA["$defs"].items() if "properties" in shape
    }
    assert sections.keys() == wanted.keys()
    for heading, shape in wanted.items():
        bullets = re.findall(r"(?:^- |; )((?:`\w+`(?:, )?)+):", sections[heading], re.MULTILINE)
        described = {name for bullet in bullets for name in re.findall(r"`(\w+)`", bullet)}
        assert described == set(shape["properties"]), heading
