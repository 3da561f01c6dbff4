"""What is kept of evenings between requests: of each the newest line's view, and never another."""

from django.utils.translation import override

from tests.cast import Night
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.selectors.access import find_evening_by_code
from tournaments.models import Evening


def asked(kept: KeptViews[EveningView], night: Night, *key: object) -> EveningView:
    evening = find_evening_by_code(night.evening.join_code)
    assert isinstance(evening, Evening)
    return kept.get(evening, lambda: EveningView(evening), *key)


def test_a_view_is_kept_until_the_next_line(night):
    kept, night = KeptViews[EveningView](4), night(8)
    first = asked(kept, night)
    assert asked(kept, night) is first
    night.play(1)
    second = asked(kept, night)
    assert second.evening.seq > first.evening.seq
    assert asked(kept, night) is second
    assert len(kept) == 1


def test_each_language_and_each_reader_has_a_view(night):
    kept, night = KeptViews[EveningView](4), night(8)
    first = asked(kept, night)
    with override("de"):
        assert asked(kept, night) is not first
    assert asked(kept, night, "names") is not first
    assert asked(kept, night) is first
    assert len(kept) == 3


def test_what_was_asked_for_longest_ago_is_forgotten(night):
    kept, night = KeptViews[EveningView](2), night(8)
    views = [asked(kept, night, n) for n in range(3)]
    assert len(kept) == 2
    assert asked(kept, night, 2) is views[2]
    assert asked(kept, night, 0) is not views[0]
