"""Which screens `make test` looks at, and which only `make test-all`."""

from collections.abc import Collection, Iterable

import pytest


def screens(pages: Iterable[str], once: Collection[str]) -> pytest.MarkDecorator:
    """A look at each; at all that are not among ``once`` it is thorough."""
    made = [pytest.param(name, marks=[] if name in once else pytest.mark.thorough) for name in pages]
    return pytest.mark.parametrize("name", made)
