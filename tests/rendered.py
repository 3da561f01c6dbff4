"""A plugin for `tests.mutants`: which test renders which template."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.test.signals import template_rendered

FILE = os.environ.get("RENDERED", "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    names: set[str] = set()

    def note(template: Any, **_more: Any) -> None:
        names.add(str(template.name))

    template_rendered.connect(note)
    try:
        return (yield)
    finally:
        template_rendered.disconnect(note)
        with open(FILE, "a") as file:
            file.writelines(f"{name}\t{item.nodeid}\n" for name in sorted(names))
