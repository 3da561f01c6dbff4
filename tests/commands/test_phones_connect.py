"""The first start asks whether phones may connect, and remembers the answer."""

import io
import sys

import pytest

from tournaments.management.commands.up import PHONES, Command


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def asked(monkeypatch, tmp_path, settings):
    """A first start at a terminal, where somebody types this; what was asked."""
    settings.DATA_DIR = tmp_path
    questions: list[str] = []

    def answers(typed: str) -> list[str]:
        def ask(question: str) -> str:
            questions.append(question)
            return typed

        monkeypatch.setattr("builtins.input", ask)
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(sys, "stdout", Terminal())
        return questions

    return answers


def connects(out: io.StringIO | None = None) -> bool:
    return Command(stdout=out or io.StringIO())._phones_connect()


@pytest.mark.parametrize(("typed", "may"), [("y", True), (" YES ", True), ("n", False), ("", False)])
def test_it_is_asked_once(asked, typed, may):
    questions = asked(typed)
    assert connects() is may
    assert len(questions) == 1
    out = io.StringIO()
    assert connects(out) is may, "a later start knows the answer"
    assert len(questions) == 1
    assert ("up --no-lan" if may else "up --lan") in out.getvalue()
    assert PHONES in out.getvalue()


def test_a_service_is_not_asked(asked, monkeypatch, tmp_path):
    questions = asked("y")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert connects() is False
    assert questions == []
    assert not (tmp_path / PHONES).exists(), "the first start at a terminal still asks"
