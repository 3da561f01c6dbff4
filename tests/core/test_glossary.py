"""The glossary: one list of terms, the same in the documentation, on the pages and in each variant."""

from pathlib import Path

import pytest

from tournaments.base.words import TERMS, list_terms
from tournaments.core.formats.registry import FORMATS
from tournaments.core.kinds.registry import KINDS
from tournaments.core.variants import Variant

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
MOST = 48


def test_it_is_short():
    assert len(TERMS) <= MOST


def test_the_page_lists_each_term_with_its_meaning():
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert rows[1:] == [f"| {term.word} | {term.meaning} |" for term in TERMS.values()]


@pytest.mark.parametrize("variant", [*FORMATS.values(), *KINDS.values()], ids=lambda variant: variant.key)
def test_each_variant_uses_terms_that_are_explained(variant: Variant):
    assert len(list_terms(variant.terms)) == len(variant.terms)


def test_a_term_that_nobody_explains_is_an_error():
    with pytest.raises(KeyError):
        list_terms(["trumpet"])
