"""The tree holds what the design says: pure packages, layers, registries with a sentence for everything."""

import ast
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest

from games import rules
from games.rules.registry import RULESETS
from tournaments import core
from tournaments.base import pictures
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.metrics import METRIC_KEYS, METRICS
from tournaments.core.ranking.prize_list import PRIZES as PRIZE_KEYS
from tournaments.core.reasons import PEOPLE, SENTENCES
from tournaments.core.results.prizes import PRIZES
from tournaments.core.settings import Settings, from_json, to_json

ROOT = Path(__file__).parents[1]
PURE = [
    "accounts.answers",
    "accounts.errors",
    "accounts.logos",
    "accounts.names",
    *(f"games.rules.{module.name}" for module in pkgutil.iter_modules(rules.__path__)),
    *(module.name for module in pkgutil.walk_packages(core.__path__, "tournaments.core.")),
    *(f"tournaments.base.pictures.{module.name}" for module in pkgutil.iter_modules(pictures.__path__)),
]
FRAMEWORKS = ("django", "celery", "redis", "rest_framework")
"""What no pure module may bring along, by itself or by what it imports."""

FIGURE = re.compile(r"%\((\w+)\)")


def python_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in (
            *(ROOT / folder).parent.glob(f"{Path(folder).name}.py"),
            *sorted((ROOT / folder).rglob("*.py")),
        ):
            if "migrations" not in path.parts:
                yield path


def test_the_pure_packages_know_no_framework():
    """In a fresh interpreter, all of them imported, no framework has been."""
    program = (
        f"import importlib, json, sys; [importlib.import_module(name) for name in {PURE!r}];"
        f"print(json.dumps(sorted(m for m in sys.modules if m.split('.')[0] in {FRAMEWORKS!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


@cache
def imports() -> grimp.ImportGraph:
    """Who imports whom; imports for type checkers count, too."""
    return grimp.build_graph("config", *APPS, exclude_type_checking_imports=False, cache_dir=None)


def test_no_module_imports_itself_by_way_of_others():
    graph = imports()
    assert "tournaments.core.evening" in graph.find_modules_that_directly_import("tournaments.core.record")
    TopologicalSorter(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    ).prepare()  # CycleError names the modules


LAYERS = {"selectors", "presenters", "services", "forms", "views", "api", "urls"}
APPS = {"accounts", "games", "tournaments"}
SET_UP = {"apps", "migrations", "models", "admin", "tasks", "templatetags", "management", "urls"}
"""What Django and Celery look for in an app, and do not see inside a subject."""
CORE = {"core", "simulation", "database", "rules", "describe"}
"""Packages that are no subject: pure rules, what plays evenings by the services, and the databases."""


def subfolders(folder: str) -> set[str]:
    return {module.name for module in pkgutil.iter_modules([str(ROOT / folder)])}


SUBJECTS = [
    f"{app}.{module.name}"
    for app in sorted(APPS)
    for module in pkgutil.iter_modules([str(ROOT / app)])
    if module.ispkg and module.name not in SET_UP | CORE
]
BELOW = {"arguments", "fanout", "glossary", "outbox", "phrases", "pictures", "usual_reasons", "words"}
"""What ``base`` has besides layers: all subjects are worded and drawn by it."""


MANAGERS = {"objects", "_default_manager", "_base_manager", "connection", "connections", "cursor", "raw"}
"""Names by which the database is asked, whatever they belong to."""
QUERIES = {
    *("filter", "exclude", "annotate", "aggregate", "order_by", "values_list", "in_bulk", "exists", "first"),
    *("select_related", "prefetch_related", "latest", "earliest", "only", "defer"),
    *("bulk_create", "get_or_create"),
}
"""Methods of managers, of related ones too, that nothing else has."""


def queries_in(source: str) -> list[int]:
    """The lines that ask the database."""

    def asks(node: ast.AST) -> bool:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return bool(MANAGERS & {alias.name for alias in node.names})
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Attribute) and node.func.attr in QUERIES
        if not isinstance(node, ast.Attribute):
            return False
        of_model = isinstance(node.value, ast.Name) and node.value.id[0].isupper()
        return node.attr in MANAGERS or (node.attr == "held" and of_model)

    return sorted(getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source)) if asks(node))


WORDS = ("translation", "words", "phrases")


def words_in(source: str) -> list[int]:
    """The lines that word something, or mark it as words."""

    def speaks(node: ast.AST) -> bool:
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(WORDS):
            return True
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return any("gettext" in alias.name or "translation" in alias.name for alias in node.names)
        return isinstance(node, ast.Attribute) and "gettext" in node.attr

    return sorted(getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source)) if speaks(node))


@pytest.mark.parametrize(
    ("layer", "find"),
    [
        pytest.param("presenters", queries_in, id="presenters ask the database nothing: selectors load"),
        pytest.param("selectors", words_in, id="selectors word nothing: codes, which presenters word anew"),
    ],
)
def test_presenters_show_and_selectors_load(layer: str, find: Callable[[str], list[int]]):
    found = {
        str(path.relative_to(ROOT)): find(path.read_text())
        for subject in SUBJECTS
        for path in python_files(f"{subject.replace('.', '/')}/{layer}")
        if subject.startswith("tournaments.")
    }
    assert len(found) > 20
    assert {place: lines for place, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "find"),
    [
        ("Evening.objects.get(pk=1)", queries_in),
        ("Evening.held.all()", queries_in),
        ("model._default_manager.all()", queries_in),
        ("result.settlements.filter(place=1)", queries_in),
        ("from django.db import connection", queries_in),
        ("connections['default'].cursor()", queries_in),
        ("Evening.objects.raw('SELECT 1')", queries_in),
        ("from django.utils.translation import ngettext", words_in),
        ("from django.utils import translation", words_in),
        ("from accounts.errors import gettext_noop as _", words_in),
        ("errors.gettext_noop('No.')", words_in),
        ("from tournaments.base.words import cards", words_in),
    ],
)
def test_a_line_in_the_wrong_layer_is_seen(line: str, find: Callable[[str], list[int]]):
    assert 1 in find(line)
    assert find("held = seat.held") == []


def contracts() -> dict[str, dict[str, Any]]:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return {contract["id"]: contract for contract in configured["tool"]["importlinter"]["contracts"]}


def test_the_linter_knows_every_subject():
    """Its contracts name each subject and each of its layers, so that a new one is not forgotten."""
    known = contracts()
    for app in APPS:
        layered = set(" : ".join(known[app]["layers"]).split(" : "))
        assert subfolders(app) - {"apps", "migrations", "names"} <= layered, app
    assert sorted(known["subject"]["containers"]) == SUBJECTS
    bound = set(" : ".join(known["subjects"]["layers"]).split(" : "))
    layers = {f"{subject}.{layer}" for subject in SUBJECTS for layer in subfolders(subject.replace(".", "/"))}
    assert layers - bound == {name for name in layers if name.endswith((".views", ".api", ".live"))}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_is_a_plain_package(subject: str):
    """Layers, and a few lines that say what it is; nothing that only an app is searched for."""
    at = ROOT / subject.replace(".", "/")
    more = {"tournaments.base": BELOW, "tournaments.console": {"live"}}.get(subject, set())
    assert subfolders(str(at)) <= LAYERS | more
    about = ast.get_docstring(ast.parse((at / "__init__.py").read_text()))
    assert about
    assert "Begin with" in about
    named = [place for place in re.findall(r"`([\w/]+\.py)`", about) if place.split("/")[0] in LAYERS]
    assert [place for place in named if not (at / place).exists()] == []
    hidden = {path.name.removesuffix(".py") for path in at.rglob("*")} & (SET_UP - {"urls"})
    assert hidden == set(), "Django and Celery would not see them"


def test_a_subject_has_one_name():
    """No two apps have a subject of one name; and templates, styles, scripts and tests use those names."""
    names = [subject.partition(".")[2] for subject in SUBJECTS]
    assert len(names) == len(set(names))
    for folder, more in FOLDERS.items():
        files = [path for path in (ROOT / folder).rglob("*.*") if path.is_file() and path.suffix != ".pyc"]
        named = {path.relative_to(ROOT / folder).parts[0] for path in files if path.parent != ROOT / folder}
        assert named <= {*names, *APPS, *more}, folder


FOLDERS = {
    # ``account`` and ``admin`` are named by Django and allauth, ``formats`` and ``kinds`` by what varies.
    "templates": {"account", "admin", "api", "components", "formats", "kinds"},
    "static/css": {"api", "components"},
    "static/js": {"api"},
    "tests": {
        # what is about all subjects, and what drives processes
        *("web", "api", "browser", "services", "stories", "live", "faults", "machines", "bench", "deploy"),
        *("commands", "config", "core", "rules", "recompute", "simulation"),
    },
}
ABROAD = {
    "accounts.account.forms": "accounts.signing.forms",
    "accounts.clubs.api": "accounts.account.api accounts.players.api",
    "admin.evenings": "planning.forms.prepare",
    "admin.mending": "planning.forms.prepare results.forms transfer.forms",
    "attendance.views": "seating.forms",
    "console.api": "evening.api",
    "console.views": "attendance.views planning.views results.views seating.views",
    "evening.api": "bell.api",
    "games.catalogue.api": "games.calculators.api.bodies games.calculators.api.calculators",
    "games.catalogue.views": "games.calculators.forms.options games.calculators.forms.pools",
    "games.house.api": "games.calculators.api.bodies",
    "games.house.forms": "games.calculators.forms.options",
    "games.house.views": "games.calculators.forms.options",
    "hall.views.visitors": "seasons.views.seasons",
    "journal.api": "planning.forms.prepare",
    "journal.views": "planning.forms.prepare",
    "phones.views.table": "scoring.forms.slips scoring.views.corrections scoring.views.slips",
    "planning.api": "console.api evening.api seasons.api.commands seasons.api.leagues",
    "planning.forms.prepare": "seating.forms",
    "planning.views": "results.forms",
    "prizes.api": "evening.api",
    "records.views": "transfer.views",
    "seasons.api.commands": "evening.api prizes.api",
    "seasons.views.prizes": "prizes.forms prizes.views",
    "transfer.views": "seasons.views.seasons",
}
"""Who imports the views, forms or addresses of another subject. Nobody else does: these go one by one."""


def test_nobody_imports_anothers_pages():
    """Views, forms and addresses are a subject's own; those of ``base`` are everybody's."""
    graph = imports()
    own = re.compile(r"(\w+\.(?!base\b|shared\b)\w+)\.(views|forms|api)\b")
    found = {
        (importer.removeprefix("tournaments."), module.removeprefix("tournaments."))
        for module in graph.modules
        if (subject := own.match(module)) and subject[1] in SUBJECTS
        for importer in graph.find_modules_that_directly_import(module)
        if importer.startswith(f"{subject[1].partition('.')[0]}.")
        and not importer.startswith(f"{subject[1]}.")
        and not importer.endswith(".urls")  # the app's, which lists every page
    }
    assert found == {(importer, module) for importer, modules in ABROAD.items() for module in modules.split()}


def codes_in_the_core() -> set[str]:
    """Every string in the pure core: a code that is given stands there, whole or as the start of one."""
    found = set()
    for path in python_files("tournaments/core"):
        if path.parent.name != "reasons":
            tree = ast.parse(path.read_text())
            found |= {
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return found


ENDINGS = re.compile(r"(_shared)?(_passed)?(_cut)?(_bids|_totals|_before)?(_by_stakes)?$")
"""A code may be put together: what it is, and how it was decided."""


def test_every_sentence_is_given_somewhere():
    strings = codes_in_the_core()
    for code in SENTENCES:
        begun = {code, code.removesuffix("_passed"), ENDINGS.sub("", code, count=1)}
        assert begun & strings, f"nothing gives the reason {code!r}"


def test_every_reason_that_is_given_has_its_sentence():
    """Where the core writes ``Reason("code", ...)`` the sentence is there, with these figures."""
    for path in python_files("tournaments/core"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                code, *figures = node.args
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    assert code.value in SENTENCES, f"{path.name}: {code.value}"
                    if not figures:
                        told = " ".join(SENTENCES[code.value])
                        assert not FIGURE.findall(told), f"{path.name}: {code.value}"


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_well_made(code):
    assert len(code) <= 40, "it is stored in 40 letters"
    for sentence in SENTENCES[code]:
        assert sentence[-1] in ".?", "a whole sentence"
        figures = dict.fromkeys(FIGURE.findall(sentence), 1)
        assert "%(" not in sentence % figures
        assert sentence.count("%") == len(FIGURE.findall(sentence))


def test_people_and_metrics_are_told_apart_from_numbers():
    used = {figure for told in SENTENCES.values() for figure in FIGURE.findall(" ".join(told))}
    assert used >= PEOPLE
    assert used >= METRIC_KEYS


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_is_whole(key):
    game = RULESETS[key]
    assert game.key == key
    assert game.title
    assert 2 <= game.fewest <= game.most <= 12
    assert (ROOT / "games" / "rules" / f"{game.family}.py").exists()


def test_every_metric_and_prize_is_whole():
    assert all(metric.key == key and metric.title for key, metric in METRICS.items())
    assert set(PRIZES) == set(PRIZE_KEYS)
    for make in PRIZES.values():
        for prize in make(Settings(), POKER_EVENING):
            assert prize.title
            assert prize.steps
            assert {step.metric for step in prize.steps} <= METRICS.keys()


def test_every_setting_is_stored_and_read_again():
    assert from_json(json.loads(json.dumps(to_json(Settings())))) == Settings()
    assert set(to_json(Settings())) == {field.name for field in fields(Settings)}


def test_refusals_of_the_pure_packages_are_marked_for_translation():
    """``RuleError(field, _("…"))``: the sentence is always one that the translators see."""
    for path in python_files("accounts", "games", "tournaments"):
        for node in ast.walk(ast.parse(path.read_text())):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name not in ("RuleError", "StaleError", "ForbiddenError"):
                continue
            assert isinstance(node, ast.Call)
            if len(node.args) < 2:
                continue
            message = node.args[1]
            assert not isinstance(message, (ast.Constant, ast.JoinedStr)), f"{path}:{node.lineno}"


def test_a_module_binds_a_name_once():
    """A constant under a name that its module has already would silently be the other one's, too."""
    twice = {}
    for path in python_files(*APPS, "config"):
        bound = [
            target.id
            for node in ast.parse(path.read_text()).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        if again := {name for name in bound if bound.count(name) > 1}:
            twice[str(path.relative_to(ROOT))] = again
    assert twice == {}


def test_files_stay_readable():
    """Files of at most 500 lines: a room is read at one sitting, and a subject has few of them."""
    long = {
        str(path.relative_to(ROOT)): lines
        for path in python_files("accounts", "config", "games", "tournaments")
        if (lines := len(path.read_text().splitlines())) > 500
    }
    assert long == {}


def names_members(pattern: ast.pattern) -> bool:
    """Whether a case names members of an enum."""
    match pattern:
        case ast.MatchValue(value=ast.Attribute()):
            return True
        case ast.MatchOr(patterns=parts) | ast.MatchSequence(patterns=parts):
            return any(map(names_members, parts))
    return False


def open_matches(source: str) -> list[int]:
    """The lines of matches over members of an enum that do not end in ``assert_never``."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Match)
        and any(names_members(case.pattern) for case in node.cases)
        and not ast.unparse(node.cases[-1]).startswith("case _:\n    assert_never(")
    ]


def test_a_match_over_a_closed_set_names_every_member():
    """So mypy finds the place where a new member is forgotten."""
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in python_files("accounts", "config", "games", "tournaments")
        if (lines := open_matches(path.read_text()))
    }
    assert found == {}
    assert open_matches("match one:\n    case What.RING:\n        ring()") == [1]
