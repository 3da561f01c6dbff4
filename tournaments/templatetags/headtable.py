"""The tags of every page's template: the request's key, the clock, and reasons in words."""

import json
import re
from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Any
from uuid import uuid4

from django import template
from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.forms import BoundField
from django.template import Template as Part
from django.template.base import Parser, TextNode, Token, render_value_in_context
from django.template.context import Context
from django.template.exceptions import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import select_template
from django.template.loader_tags import BlockNode
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.hosts import is_local_host
from accounts.models import User
from accounts.names import drop_double_stop, fold, pick_initials
from tournaments.base import phrases, words
from tournaments.base import words as base_words
from tournaments.base.words import offer_reasons
from tournaments.checks.presenters import Tile, list_tiles
from tournaments.core.evening import Play
from tournaments.core.formats.registry import FORMATS
from tournaments.core.kinds.registry import KINDS
from tournaments.core.movement.clock import count_shown_seconds as seconds_shown
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.variants import Variant
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.evening import LiveState
from tournaments.evening.selectors.moves import parse_tag

register = template.Library()
FOLDERS = ("formats", "kinds")
"""The folders with parts of pages for one format, or for one kind of play."""
SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>')


@register.simple_tag
def dashboard(user: User) -> list[Tile]:
    """Return the tiles of the administration's first page."""
    return list(list_tiles(user, timezone.localdate()))


@register.simple_tag
def request_key() -> SafeString:
    """Return a hidden field with a key. With it a form's command happens once, even if it is sent again."""
    # 4 µs, where a template takes 7 µs. The console of thirty tables has dozens of these forms.
    return format_html('<input type="hidden" name="request_key" value="{}">', uuid4())


@register.simple_tag(takes_context=True)
def phrase(context: Context, play: Play, text: str, **figures: object) -> SafeString:
    """Return the sentence in the words of this play: ``{% phrase play "Undo the last bell" %}``."""
    values = {name: render_value_in_context(figure, context) for name, figure in figures.items()}
    sentence = phrases.phrase(play, text)
    return mark_safe(sentence % values if values else sentence)  # noqa: S308 - the figures are escaped


@register.simple_tag(takes_context=True)
def part(context: Context, variant: Variant, name: str, **values: object) -> SafeString:
    """Return the part of a page for this format or kind of play: ``{% part play.kind "slip_line" %}``.

    Empty if only other formats or kinds have this part. TemplateDoesNotExist if none has it. ``values``: the
    part's variables, by name.
    """
    with context.push(**values):
        return find_part(variant.names, name).render(context)


@register.simple_tag
def columns(play: Play, *names: str, **values: int | str | None) -> list[tuple[str, int | str | None]]:
    """Return the columns that the play has, each as its title and its value in words.

    ``{% columns play figure=seat.held yellow=seat.yellow as cells %}``.
    """
    titles = {
        "figure": words.get_figure_title(play),
        "exact": gettext("Exact bids"),
        "yellow": gettext("Yellow chips"),
        "fresh": gettext("Fresh stakes"),
    }
    cells = {
        name: words.format_counters(value) if isinstance(value, int) else value
        for name, value in values.items()
    }
    return [(titles[name], cells.get(name)) for name in (*names, *values) if name in play.columns]


@cache
def find_part(names: tuple[str, ...], name: str) -> Part:
    """Return the part of the first name that has one. Empty if only other formats or kinds have it."""
    every = {key for variant in (*KINDS.values(), *FORMATS.values()) for key in variant.names}
    found = next(filter(None, (read_part(key, name) for key in names)), None)
    if found is None and not any(read_part(key, name) for key in every):
        raise TemplateDoesNotExist(name)
    return found or Part("")


def read_part(key: str, name: str) -> Part | None:
    """Return a file of a format or kind, or the block of its `parts.html`; None if it has neither."""
    for folder in FOLDERS:
        part = load_file(f"{folder}/{key}/{name}.html") or read_blocks(f"{folder}/{key}/parts.html").get(name)
        if part is not None:
            return part
    return None


def load_file(file: str) -> Part | None:
    """Return a template; None if there is no such file."""
    try:
        found: Part = select_template([file]).template
    except TemplateDoesNotExist:
        return None
    return found


@cache
def read_blocks(file: str) -> dict[str, Part]:
    """Return each block of a file as a template; none if there is no such file."""
    whole = load_file(file)
    blocks: dict[str, Part] = {}
    for block in [] if whole is None else whole.nodelist.get_nodes_by_type(BlockNode):
        part: Any = copy(whole)
        part.nodelist = vars(block)["nodelist"]
        blocks[vars(block)["name"]] = part
    return blocks


@register.tag
def icon(parser: Parser, token: Token) -> TextNode:
    """Draw an icon of static/vendor/lucide as high as the letters beside it: ``{% icon "check" %}``."""
    name = token.split_contents()[1].strip("\"'")
    if name not in read_icons():
        raise TemplateSyntaxError(f"There is no icon {name!r}; tests/vendored.py adds one.")
    return TextNode(draw_icon(name))


def draw_icon(name: str) -> str:
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{read_icons()[name]}</svg>'


@register.simple_tag
def avatar(name: str) -> SafeString:
    """Draw a person's two initials in a disc, beside the name: ``{% avatar member.name %}``."""
    disc = '<span class="avatar" aria-hidden="true" data-initials="{}"></span>'
    return format_html(disc, pick_initials(name))


@cache
def read_icons() -> dict[str, str]:
    """Return the shapes of each icon."""
    picture = (settings.BASE_DIR / "static" / "vendor" / "lucide" / "icons.svg").read_text()
    return dict(SYMBOL.findall(picture))


@register.inclusion_tag("components/screen_styles.html")
def screen_styles(*screens: str) -> dict[str, object]:
    """Link the style sheets of screens: ``{% screen_styles "console/console" %}``."""
    return {"screens": [f"css/{screen}.css" for screen in screens]}


@register.inclusion_tag("components/forms/reason.html")
def reason(verb: str, id: str, field: Any = None, to: str = "") -> dict[str, object]:
    """Show a field for a reason: ``{% reason "deal_corrected" "why" form.reason %}``; ``to``: a form's id."""
    context = offer_reasons(verb, field.value() or "" if field else "", to)
    label = field.label if field else gettext("Reason (required)")
    return context | {"id": id, "label": label, "errors": field.errors if field else ""}


@register.inclusion_tag("components/glossary.html")
def glossary(play: Play, tables: int | None = None) -> dict[str, object]:
    """Show this evening's terms at 3 tables, folded: ``{% glossary play 3 %}``."""
    return {"terms": translate_terms(base_words.list_play_terms(play, tables))}


@register.inclusion_tag("components/glossary.html")
def glossary_of(*keys: str) -> dict[str, object]:
    """Show these terms, folded: ``{% glossary_of "season" "division" %}``."""
    return {"terms": translate_terms(base_words.list_terms(keys))}


def translate_terms(terms: list[base_words.Term]) -> list[base_words.Term]:
    """Return the terms in the reader's language."""
    return [base_words.Term(gettext(term.word), gettext(term.meaning)) for term in terms]


@register.filter
def label(field: BoundField) -> SafeString:
    """Return the label of a field, or the legend of a group of them, without Django's colon."""
    return field.legend_tag(label_suffix="") if field.use_fieldset else field.label_tag(label_suffix="")


@register.filter
def first_letter(name: str) -> str:
    """Return the letter of the alphabet under which the name stands: ``{{ player.name|first_letter }}``."""
    return fold(name)[:1].upper()


@register.filter
def taken_back_at(message: Message) -> str:
    """Return the address that undoes the message's action, or "": ``{{ message|taken_back_at }}``."""
    line = parse_tag(message.extra_tags)
    return reverse("line-back", args=line) if line else ""


@register.simple_tag(takes_context=True)
def lan_command(context: Mapping[str, Any]) -> str:
    """Return the command that lets phones in. Empty if phones can already open the requested address."""
    return str(settings.PLACE.lan) if is_local_host(context["request"].get_host()) else ""


@register.simple_tag(takes_context=True)
def deal_url(context: Mapping[str, Any], deal: int) -> str:
    """Return the address of a deal of the page's table, for the reader's kind of access."""
    access, sheet = context["access"], context["sheet"]
    return str(access.get_deal_url(sheet.round, sheet.table, deal))


@register.simple_tag(takes_context=True)
def sheet_url(context: Mapping[str, Any]) -> str:
    """Return the address of the whole sheet of the page's table."""
    access, sheet = context["access"], context["sheet"]
    return str(access.get_sheet_url(sheet.round, sheet.table))


@register.filter
def worded(reason: Reason, names: Mapping[int, str]) -> str:
    """Return the sentence, with the names shown tonight: ``{{ move.reason|worded:names }}``."""
    return words.describe_reason(reason, names)


@register.filter
def facts(pulse: LiveState) -> str:
    """Return the pulse in the form of live.js and of the streams: ``data-state="{{ pulse|facts }}"``."""
    return json.dumps(pulse.serialize(program_clock.read_time()), separators=(",", ":"))


@register.inclusion_tag("components/clock.html", takes_context=True)
def clock(context: Mapping[str, Any], pulse: LiveState, *, short: bool = False) -> dict[str, object]:
    """Show the round's clock now: ``{% clock pulse %}``. clock.js counts it down.

    ``short``: beside a line that names the round.
    """
    hand, seconds = pulse.get_clock_face(program_clock.read_time())
    sentences = _list_clock_words(context["evening"].play)
    if short:
        sentences |= {
            "waiting": gettext("Starts in"),
            "paused": gettext("Paused"),
            "moves": gettext("Starts in"),
        }
    return {
        "hand": hand,
        "facts": facts(pulse),
        "words": json.dumps(sentences),
        "says": sentences.get(hand, "").format(n=pulse.round),
        "time": words.format_clock(seconds_shown(seconds)),
    }


def _list_clock_words(play: Play) -> dict[str, str]:
    """Return the clock's words by its state, for any round n; "aloud." keys are for screen readers."""
    return {
        "waiting": phrases.phrase(play, "Round {n} starts in"),
        "running": phrases.phrase(play, "Round {n} ends in"),
        "paused": gettext("Clock paused at"),
        "up": gettext("Time is up"),
        "moves": phrases.phrase(play, "Next round starts in"),
        "aloud.running": gettext("The clock is running."),
        "aloud.paused": gettext("The clock is paused."),
        "aloud.up": gettext("Time is up"),
    }


EVENING_TABS: Mapping[str, tuple[str, ...]] = {
    "deals": (),
    "links": (),
    "people": ("person", "phone-code-show", "person-change"),
    "standings": ("pictures",),
    "ledger": ("ledger-stake",),
    "prizes": ("prize-list", "prize-edit", "prize-give", "certificates"),
    "journal": ("line-back",),
    "evening-settings": ("evening-plan", "evening-remove", "evening-correct"),
}
"""The pages below a tab of an evening, by the tab's address; all others are below the evening's own page."""
TAB_OF = {page: tab for tab, pages in EVENING_TABS.items() for page in (tab, *pages)}


@register.simple_tag(takes_context=True)
def evening_tab(context: Mapping[str, Any]) -> str:
    """Return the address of the tab to which the evening's page belongs."""
    evening, page = context["evening"], context["request"].resolver_match.url_name
    tab = TAB_OF.get(page, "evening")
    has_links = evening.stage in (Stage.SEATED, Stage.PLAYING)
    return reverse("evening" if tab == "links" and not has_links else tab, args=[evening.pk])


register.filter("card", words.cards)
register.filter("points", words.format_counters)
register.filter("quoted", words.quote_text)
register.filter("one_stop", drop_double_stop, is_safe=True)
register.simple_tag(words.describe_round, name="round_title")
register.simple_tag(words.describe_in_round, name="in_round")
register.simple_tag(words.get_figure_title, name="figure_title")
register.simple_tag(words.describe_standing, name="what_counts")
