"""Icons stand in the page, cost no request, and are read by nobody."""

import pytest
from django.template import engines
from django.template.exceptions import TemplateSyntaxError


def render(text: str) -> str:
    return engines["django"].from_string("{% load headtable %}" + text).render()


def test_an_icon_is_drawn_in_the_page():
    drawn = render('{% icon "check" %} Saved')
    assert drawn.startswith('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="')
    assert drawn.endswith("</svg> Saved")


def test_an_unknown_icon_is_an_error_at_once():
    with pytest.raises(TemplateSyntaxError, match="no icon 'chekc'"):
        render('{% if False %}{% icon "chekc" %}{% endif %}')
