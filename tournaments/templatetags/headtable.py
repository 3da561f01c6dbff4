"""What every page's template needs: the request's key, and reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments import words
from tournaments.core.reasons import Reason

register = template.Library()


@register.simple_tag
def request_key() -> SafeString:
    """A hidden field that makes a form's command happen once, however often it is sent."""
    return format_html('<input type="hidden" name="request_key" value="{}">', uuid4())


@register.filter
def worded(reason: Reason, names: Mapping[int, str]) -> str:
    """``{{ move.reason|worded:names }}``: the sentence, with the names shown tonight."""
    return words.worded(reason, names)


register.filter("card", words.cards)
register.filter("points", words.plain)
register.simple_tag(words.round_title)
register.simple_tag(words.in_round)
register.simple_tag(words.figure_title)
register.simple_tag(words.what_counts)
