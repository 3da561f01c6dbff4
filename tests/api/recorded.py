"""The examples of the API's description: what is asked at a standing time, and what is really answered.

`make examples` writes them anew.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection

from accounts.models import User
from accounts.shared.api.schema import EXAMPLES, Operation, find_operation
from tests.api.described import held
from tests.api.members import Bearer, bearer

ANEW = os.environ.get("RECORD_EXAMPLES") == "1"
NOW = datetime(2026, 5, 8, 19, 30, tzinfo=UTC)
MOST, WIDTH = 2, 100
UUID = r"[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}"
MASKS = {
    r'("join_code": )"\w+"': r'\1"K7MX2A"',
    r"(/evenings/by-code/)\w+": r"\1K7MX2A",
    r'("public_address": )"[\w-]+"': r'\1"u0Xq3n8Zk2mVb7Ry5Wc1Lg"',
    r"(/public/(?:evenings|leagues)/)[\w-]{22}": r"\1u0Xq3n8Zk2mVb7Ry5Wc1Lg",
    r'("hint": )"\w+"': r'\1"ht_Ag7Kq"',
    r"(/i/)[\w-]+": r"\1Wm3hQd0tq7Yx4o2kVb8nZ1LcRf6sTj5u",
    r"(/s/)[\w:.-]+": r"\1Lk4TzV0cQe",
    r'("seed": )"[0-9a-f]+"': r'\1"5f2b"',
    r"\b[0-9a-f]{64}\b": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
    rf"\b{UUID}\b": "1f0c0de5d00d4bcbb0d2a3b1d5f2a9e7",
}
"""What is drawn anew each time, or hangs on a key of the installation, and what is shown for it."""


@contextmanager
def standing() -> Iterator[None]:
    """Number everything that is made from 1, at a time that stands."""
    caches["default"].clear()
    numbers = connection.introspection.sequence_list()
    with connection.cursor() as cursor:
        for again in connection.ops.sequence_reset_by_name_sql(no_style(), numbers):
            cursor.execute(again)
    with time_machine.travel(NOW, tick=False), the_same_chance():
        yield


@contextmanager
def the_same_chance() -> Iterator[None]:
    """Draw every number, card and key from one seed."""
    chance = random.Random(7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", chance.randbytes)
        patch.setattr(random, "_urandom", chance.randbytes)
        yield


def described(name: str) -> Operation:
    found = find_operation(name)
    assert found, name
    return found


@dataclass(frozen=True)
class Recorder:
    """Asks as somebody's program, and holds the files to what is answered."""

    program: Bearer

    @classmethod
    def of(cls, user: User) -> "Recorder":
        return cls(bearer(user))

    def do(self, address: str, **body: Any) -> Any:
        answer = self.program.post(f"/api/v1/{address}/", body)
        assert answer.status_code < 300, (address, answer.content)
        return answer.json() if answer.content else None

    def ask(self, name: str, query: str = "", body: Any = None, **numbers: Any) -> Any:
        """Ask the operation, and compare its example. The answer is returned as it came."""
        return self.record(name, described(name).path.format(**numbers) + query, body)

    def record(self, name: str, address: str, body: Any = None) -> Any:
        """The same by the operation's whole address."""
        at = described(name)
        answer = self.answer(at, address, body)
        agree(name, example(at.summary, address, body, cut(answer)))
        return answer

    def answer(self, at: Operation, address: str, body: Any) -> Any:
        status = next(int(one) for one in at.statuses if one.startswith("2"))
        with the_same_chance():
            return held(self.program, at.method, address, body, status=status)


def example(title: str, address: str, body: Any, answer: Any) -> dict[str, Any]:
    return {"title": title, "address": address, **({} if body is None else {"body": body}), "answer": answer}


def agree(name: str, *examples: Any) -> None:
    """Compare the operation's file with its examples, or write it."""
    file, text = EXAMPLES / f"{name}.json", masked(written([*examples]) + "\n")
    if ANEW:
        file.write_text(text, "utf-8")
    assert file.exists(), f"{name}: `make examples` records one"
    assert file.read_text("utf-8") == text, f"{name}: `make examples` writes it anew"


def cut(value: Any) -> Any:
    """Cut lists of objects to their first two."""
    if isinstance(value, dict):
        return {key: cut(part) for key, part in value.items()}
    if isinstance(value, list):
        objects = value and isinstance(value[0], (dict, list))
        return [cut(part) for part in (value[:MOST] if objects else value)]
    return value


def written(value: Any, indent: str = "") -> str:
    """Return JSON to be read: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(indent) + len(line) <= WIDTH:
        return line
    inner = f"{indent} "
    if isinstance(value, list):
        parts, (first, last) = [written(part, inner) for part in value], "[]"
    else:
        parts = [f"{json.dumps(key)}: {written(part, inner)}" for key, part in value.items()]
        first, last = "{}"
    return f"{first}\n" + ",\n".join(f"{inner}{part}" for part in parts) + f"\n{indent}{last}"


def masked(text: str) -> str:
    for drawn, instead in MASKS.items():
        text = re.sub(drawn, instead, text)
    return text
