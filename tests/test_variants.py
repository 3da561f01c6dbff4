"""Formats and kinds of play: each is one class, and nothing outside its own folder asks which one it is."""

import ast
import re
from collections.abc import Iterator
from inspect import get_annotations
from pathlib import Path

import pytest

from tests.questions import flags_in, questions, questions_in, questions_of_template
from tournaments.base.phrases import OF_VARIANTS
from tournaments.core.formats.registry import FORMATS
from tournaments.core.kinds.registry import KINDS
from tournaments.core.variants import Variant

ROOT = Path(__file__).parents[1]
AT_MOST = 37
"""So many questions are left; whoever takes one away lowers this."""


def test_few_places_ask_which_format_or_kind_it_is():
    found = questions()
    assert len(found) <= AT_MOST, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "play.format.draws",
        "if kind.stakes: pass",
        "evening.format.key == RecordedResults.key",
        "RecordedResults.key != evening.format",
        "game if play.bids is None else play.bids",
        "if self.at.play.bids: pass",
        "game = facts.play.bids\nif game is not None: pass",
        "if not sheet.together and sheet.open: pass",
        "[table for table in tables if at.fixed]",
        "'yellow' in facts.play.columns",
        "'figure' not in play.kind.columns",
        "isinstance(self.play.game, BragGame)",
        "isinstance(rules, (PokerGame, BidGame))",
        "isinstance(variant, Kind)",
        "{'counters': True, 'points': False}",
        "{'moving': _up, 'games': _up, 'drawn': _nothing, 'ladder': _up}",
    ],
)
def test_a_question_is_noticed(line):
    assert questions_in(ast.parse(line))


@pytest.mark.parametrize(
    "line",
    [
        "{'counters': _count, 'points': _add, 'together': _win}",
        "{'counters': 1, 'chips': 2}",
        "isinstance(value, bool)",
        "if form.errors or cell.exact: pass",
        "'name' in table.columns",
        "play.format.find_next_seating(rung)",
    ],
)
def test_what_is_no_question_is_not_counted(line):
    assert not questions_in(ast.parse(line))


@pytest.mark.parametrize(
    "text",
    [
        "{% if play.format.draws %}{% endif %}",
        "{% if form.errors %}{% elif sheet.at.play.kind.stakes %}{% endif %}",
        "{% for one in people %}{% if 'yellow' in play.columns %}{% endif %}{% empty %}{% endfor %}",
        "{% if can_run and not sheet.together %}{% endif %}",
        "{% with a=1 %}{% if bids or form.errors %}{% endif %}{% endwith %}",
        "{% block a %}{% if\tsheet.fixed|default:0 %}{% endif %}{% endblock %}",
    ],
)
def test_a_question_of_a_template_is_noticed(text):
    assert questions_of_template(text) == 1


@pytest.mark.parametrize(
    "text",
    ["{% if me.now == 'fixed' %}{% endif %}", "{% if cell.exact %}{% endif %}", "{{ sheet.together }}"],
)
def test_what_is_no_question_of_a_template_is_not_counted(text):
    assert questions_of_template(text) == 0


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("def together(self):\n    return not self.play.kind.is_individual", "together"),
        ("def of_bids(self):\n    return self.play.bids is not None", "of_bids"),
        ("shown = {'brag': isinstance(game, BragGame)}", "brag"),
        ("shown = {'chips': 'yellow' in play.columns}", "chips"),
    ],
)
def test_a_name_that_hands_an_answer_on_is_noticed(code, name):
    assert flags_in(ast.parse(code)) == {name}


@pytest.mark.parametrize("variant", [*FORMATS.values(), *KINDS.values()], ids=lambda variant: variant.key)
def test_what_has_no_adapter_is_an_error(variant: Variant):
    with pytest.raises(LookupError, match=variant.key):
        variant.choose_adapter({"another": 1})


@pytest.mark.parametrize("variant", [*FORMATS.values(), *KINDS.values()], ids=lambda variant: variant.key)
def test_every_member_states_every_fact(variant: Variant):
    """A class finds a method that a member lacks as it is made, but not a fact."""
    assert {name for base in type(variant).__mro__ for name in get_annotations(base)} <= set(dir(variant))


ADAPTERS = sorted(
    (path.relative_to(ROOT).as_posix(), node.lineno, tuple(keys))
    for path in (ROOT / "tournaments").rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text()))
    if isinstance(node, ast.Dict)
    and node.keys
    and all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in node.keys)
    and (keys := [key.value for key in node.keys if isinstance(key, ast.Constant)])
    and set(keys) <= {name for one in (*FORMATS.values(), *KINDS.values()) for name in one.names}
    and {"moving", "counters"} & set(keys)
    and len(keys) > 1
)
"""Each mapping from a name of formats, or of kinds of play, to what an outer layer has for it."""


@pytest.mark.parametrize(("place", "line", "keys"), ADAPTERS)
def test_every_member_finds_its_adapter(place: str, line: int, keys: tuple[str, ...]):
    """A member that is added is found in every mapping, by its key or by its family's."""
    adapters = dict.fromkeys(keys, place)
    members: list[Variant] = [*(FORMATS.values() if "moving" in keys else ())]
    members += KINDS.values() if "counters" in keys else ()
    assert {variant.choose_adapter(adapters) for variant in members} == {place}


BLOCK = re.compile(r"{% block ([\w/]+) %}")


def list_parts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the parts of each format or kind: its files, and the blocks of its parts.html."""
    for path in folder.rglob("*.html"):
        key, *name = path.with_suffix("").relative_to(folder).parts
        if name == ["parts"]:
            yield from ((key, block) for block in BLOCK.findall(path.read_text()))
        else:
            yield key, "/".join(name)


PARTS = sorted(part for folder in ("formats", "kinds") for part in list_parts(ROOT / "templates" / folder))
USED = {
    name
    for path in (ROOT / "templates").rglob("*.html")
    for name in re.findall(r'\{% part [\w.]+ "([\w/]+)"[^%]*%\}', path.read_text())
}


@pytest.mark.parametrize(("folder", "name"), PARTS)
def test_every_part_of_a_page_is_shown_somewhere(folder: str, name: str):
    assert name in USED


LEFT_OUT = {
    "counters": """
        person/my_points person/path_key scoring/deal_result scoring/deal_title scoring/game_over
        scoring/game_so_far scoring/points_before scoring/stop_means undo_effects
    """,
    "points": """
        give_stakes ledger_of_person paper/counters paper/fresh_stakes paper/seat_totals
        paper/settle_up paper/slip_nobody settling/final_counts settling/settled_means settling/to_the_ledger
    """,
    "moving": "console/one_more first_seats paper/next_game scoring/stop_game",
    "games": """
        bell_icon console/last_round first_seats paper/moves paper/rung paper/slip_cut person/path_key
        scoring/last_deal
    """,
}
"""Parts of pages that a family does not show. A new family has every part, or is named here."""


@pytest.mark.parametrize("variant", [*FORMATS.values(), *KINDS.values()], ids=lambda variant: variant.key)
def test_every_member_has_every_part(variant: Variant):
    registry = FORMATS if variant.key in FORMATS else KINDS
    families = {name for member in registry.values() for name in member.names}
    shown = {part for family, part in PARTS if family in families}
    there = {part for family, part in PARTS if family in variant.names}
    left_out = {part for name in variant.names for part in LEFT_OUT.get(name, "").split()}
    assert shown - there == left_out - there


def test_every_part_that_a_page_shows_is_there():
    assert {name for _folder, name in PARTS} >= USED


def test_folders_of_parts_and_phrases_are_named_by_members_or_families():
    names = {
        "formats": {name for format in FORMATS.values() for name in format.names},
        "kinds": {name for kind in KINDS.values() for name in kind.names},
    }
    for folder, known in names.items():
        assert {path.name for path in (ROOT / "templates" / folder).iterdir()} <= known
    assert set(OF_VARIANTS) <= names["formats"] | names["kinds"]


def test_every_sentence_that_varies_is_said_somewhere():
    """A sentence that no page, no phrase and no message starts from would never be seen."""
    texts = "\n".join(
        path.read_text()
        for folder, kind in (("tournaments", "*.py"), ("templates", "*.html"))
        for path in (ROOT / folder).rglob(kind)
        if "phrases" not in path.parts
    )
    texts = re.sub(r'"\s*\n\s*"', "", texts)
    reached = {text for phrases in OF_VARIANTS.values() for text in phrases.values()}
    starts = {text for phrases in OF_VARIANTS.values() for text in phrases} - reached
    assert {text for text in starts if text not in texts} == set()
