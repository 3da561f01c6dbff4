"""What workflows, hooks, forms and the dev container name exists. ``make check`` holds them to schemas."""

import json
import os
import re
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from tests.deploy.compose import ROOT

WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
HOOKS = ROOT / ".pre-commit-config.yaml"
CONTAINER = ROOT / ".devcontainer/devcontainer.json"
FORMS = [path for path in sorted(ROOT.glob(".github/ISSUE_TEMPLATE/*.yml")) if path.stem != "config"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text())["jobs"]
    return found


def steps() -> list[dict[str, Any]]:
    return [step for path in WORKFLOWS for job in jobs(path).values() for step in job["steps"]]


def commands() -> list[str]:
    """Return every line that a workflow or the dev container runs."""
    lines = [line for step in steps() for line in step.get("run", "").splitlines()]
    return [*lines, json.loads(CONTAINER.read_text())["postCreateCommand"]]


def hooks() -> list[dict[str, Any]]:
    return [hook for repo in yaml.safe_load(HOOKS.read_text())["repos"] for hook in repo["hooks"]]


# Pythons


def supported() -> list[str]:
    """Return the Pythons of the classifiers, the oldest first."""
    lines = (line.split(" :: ") for line in PROJECT["project"]["classifiers"])
    return [words[-1] for words in lines if words[:2] == ["Programming Language", "Python"]]


def test_the_classifiers_are_the_range_that_is_required() -> None:
    oldest, newest = supported()[0], supported()[-1]
    major, minor = newest.split(".")
    assert PROJECT["project"]["requires-python"] == f">={oldest},<{major}.{int(minor) + 1}"
    assert supported() == [f"3.{n}" for n in range(int(oldest.split(".")[1]), int(minor) + 1)]


def test_every_python_is_tried() -> None:
    assert jobs(ROOT / ".github/workflows/ci.yml")["run"]["strategy"]["matrix"]["python"] == supported()


def test_the_weekly_install_takes_the_newest_python() -> None:
    newest = jobs(ROOT / ".github/workflows/weekly.yml")["newest"]["steps"]
    assert [step["with"]["python-version"] for step in newest if "setup-python" in step.get("uses", "")] == [
        supported()[-1]
    ]


def test_no_other_python_is_named() -> None:
    named = {step["with"]["python-version"] for step in steps() if "setup-python" in step.get("uses", "")}
    assert named - {"${{ matrix.python }}"} <= {*supported()}
    assert f":{supported()[0]}-" in json.loads(CONTAINER.read_text())["image"]


# Commands


def test_make_targets_exist() -> None:
    named = {target for line in commands() for target in re.findall(r"^make ([\w-]+)", line)}
    assert named
    assert named - TARGETS == set()


def test_scripts_exist() -> None:
    named = {line for line in commands() if line.startswith(".ci/")}
    assert named == {".ci/run", ".ci/first-page"}
    assert [name for name in named if not os.access(ROOT / name, os.X_OK)] == []


def test_what_is_run_from_the_wheel_is_a_command() -> None:
    typed = [shlex.split(line)[1:] for line in commands() if line.startswith("headtable ")]
    assert [command for command, *_ in typed] == ["migrate", "simulate"]
    for command, *options in typed:
        parser = load_command_class(get_commands()[command], command).create_parser("headtable", command)
        parser.parse_args(options)


def test_every_hook_calls_a_tool_of_the_environment() -> None:
    assert {hook["language"] for hook in hooks()} == {"system"}, "nothing is pinned twice"
    tools = [Path(shlex.split(hook["entry"])[0]) for hook in hooks()]
    assert {tool.parent for tool in tools} == {Path(".venv/bin")}
    assert [tool.name for tool in tools if not (Path(sys.executable).parent / tool.name).exists()] == []


def test_every_file_that_a_hook_names_exists() -> None:
    named = {word for hook in hooks() for word in shlex.split(hook["entry"]) if word.startswith("tests/")}
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_dev_container_forwards_the_port_of_the_pages() -> None:
    up = load_command_class(get_commands()["up"], "up").create_parser("headtable", "up")
    (port,) = json.loads(CONTAINER.read_text())["forwardPorts"]
    assert f"({port}," in up.format_help()


# Forms


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_each_thing_once(path: Path) -> None:
    """GitHub refuses a form in which two fields share a name or a label; its schema does not say so."""
    fields = [part for part in yaml.safe_load(path.read_text())["body"] if part["type"] != "markdown"]
    for names in ([part["id"] for part in fields], [part["attributes"]["label"] for part in fields]):
        assert len(names) == len(set(names))


def test_commands_in_forms_exist() -> None:
    text = "".join(path.read_text() for path in FORMS)
    named = set(re.findall(r"`(?:headtable|\S*manage\.py) (\w+)`|python manage\.py (\w+)`", text))
    assert {one or other for one, other in named} == {"doctor"}
    assert "doctor" in get_commands()


# Editors


def test_editors_break_lines_where_ruff_does() -> None:
    section = (ROOT / ".editorconfig").read_text().partition("[*.py]")[2]
    (length,) = re.findall(r"\A\nmax_line_length = (\d+)\n", section)
    assert int(length) == PROJECT["tool"]["ruff"]["line-length"]
