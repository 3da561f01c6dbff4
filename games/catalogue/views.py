"""Pages of the public library: the list of games, each game's rules, its calculators, and printed sheets."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import describe
from games.calculators.forms.options import GameForm, ToolForm, make_query
from games.calculators.forms.pools import (
    ScoreForm,
    SettleForm,
    ShowdownForm,
    ThirtyOneForm,
    ThreeStakesForm,
    TrickForm,
)
from games.describe.parts import describe_player_count
from games.house.selectors import list_clubs_run_by
from games.rules.registry import KNOWN, RULESETS
from games.rules.ruleset import Ruleset

TOOLS: Mapping[int, Mapping[str, type[ToolForm]]] = {
    0: {"score": ScoreForm, "trick": TrickForm},
    1: {"showdown": ShowdownForm, "settle": SettleForm},
    3: {"showdown": ShowdownForm, "three-stakes": ThreeStakesForm, "thirty-one": ThirtyOneForm},
}
"""The calculators by the stakes that each player puts up on a deal, then by their key in the address."""


def list_tools(game: Ruleset) -> Mapping[str, type[ToolForm]]:
    """Return the calculators of a game, by key."""
    return TOOLS[game.stakes]


UPRIGHT = 5
"""The most players on a sheet in portrait format."""
LYING, STANDING = 20, 30
"""The most rows on a sheet in landscape format, and in portrait format."""


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Show every game in a line, by family."""
    families = [
        {
            "key": key,
            "title": _(title),
            "games": [
                {
                    "key": game.key,
                    "title": _(game.title),
                    "players": describe_player_count(game.fewest, game.most),
                    "summary": describe.summarize(game),
                    "also_called": [_(name) for name in game.also_called],
                }
                for game in RULESETS.values()
                if game.family == key
            ],
        }
        for key, title in describe.FAMILIES.items()
    ]
    return render(request, "games/list.html", {"families": families})


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of a game by its options, and its deals for a number of players."""
    rules = _get_game_or_404(key)
    form = GameForm(rules, request.GET)
    context = _make_context(request, rules, form, "rules")
    context |= {
        "sections": describe.describe_rules(rules, form.players, form.options),
        "source": describe.describe_source(rules),
        "deals": describe.DESCRIBED[rules.family].deals(rules, form.players, form.options),
    }
    if isinstance(request.user, User):
        context["clubs"] = list_clubs_run_by(request.user) if rules.options else ()
    return render(request, "games/game.html", context, status=422 if form.errors else 200)


@require_safe
def game_tool(request: HttpRequest, key: str, tool: str) -> HttpResponse:
    """Show a calculator. All entered values are in the query string; nothing is saved."""
    rules = _get_game_or_404(key)
    kind = list_tools(rules).get(tool)
    if kind is None:
        raise Http404
    form = GameForm(rules, request.GET)
    context = _make_context(request, rules, form, tool)
    differences = list(form.differences)
    deal = None
    deal_form = None
    if kind.deal_form and not form.errors:
        deal_form = kind.deal_form(rules, form.players, form.options, request.GET)
    if deal_form:
        context["deal_form"] = deal_form
        differences += deal_form.differences
        deal = None if deal_form.errors else deal_form.deal
    wrong = bool(form.errors or (deal_form and deal_form.errors))
    if not wrong:
        tool_form = kind(rules, form.players, form.options, deal)
        if any(name in request.GET for name in tool_form.fields):
            tool_form = kind(rules, form.players, form.options, deal, request.GET)
            context["answer"] = tool_form.answer()
            wrong = bool(tool_form.errors)
        context["tool"] = tool_form
    context |= {"tool_title": _(kind.title), "intro": _(kind.intro), "said": differences}
    return render(request, "games/tool.html", context, status=422 if wrong else 200)


@require_safe
def game_print(request: HttpRequest, key: str) -> HttpResponse:
    """Show a card with the rules, and an empty score sheet, to be printed."""
    rules = _get_game_or_404(key)
    form = GameForm(rules, request.GET)
    context = _make_context(request, rules, form, "print")
    sheet = describe.DESCRIBED[rules.family].sheet(rules, form.players, form.options)
    context |= {
        "sections": describe.describe_rules(rules, form.players, form.options),
        "seats": range(1, form.players + 1),
        "sheet": sheet,
        "shape": _choose_shape(form.players, sheet.rows),
    }
    return render(request, "games/print.html", context, status=422 if form.errors else 200)


def _choose_shape(players: int, rows: int) -> str:
    """Return the CSS class with which a sheet of this size fits on one page."""
    if players > UPRIGHT and rows <= LYING:
        return "broad"
    return "dense" if rows > STANDING else ""


def _get_game_or_404(key: str) -> Ruleset:
    if key not in KNOWN:
        raise Http404
    return KNOWN[key]


def _make_context(request: HttpRequest, rules: Ruleset, form: GameForm, page: str) -> dict[str, Any]:
    """Return the context for every page of a game: its name, its other pages, the chosen options."""
    return {
        "game": rules,
        "title": _(rules.title),
        "about": _(rules.about) if rules.about else "",
        "also_called": [_(name) for name in rules.also_called],
        "form": form,
        "players": form.players,
        "query": f"?{form.query}" if form.query else "",
        "options_query": make_query(form.changed_options),
        "chosen": describe.describe_options(rules, form.changed_options),
        "here": page,
        "tools": [(key, _(kind.title)) for key, kind in list_tools(rules).items()],
        "sizes": describe.DESCRIBED[rules.family].sizes(rules, form.options) if page == "rules" else (),
    }
