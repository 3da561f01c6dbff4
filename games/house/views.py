"""Pages of a club's house rules: the list, new ones, changes, and retirement."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Club
from accounts.permissions import Right, require
from accounts.shared.views import Success, do, get_club_or_404, get_signed_in_user
from games import describe
from games.calculators.forms.options import GameForm, make_query
from games.house.forms import HouseRulesForm, list_adaptable_games
from games.house.selectors import HouseLine, list_house_rules
from games.house.services import house_rules_change, house_rules_create, house_rules_retire
from games.models import HouseRules
from games.rules.registry import KNOWN, RULESETS

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_required
def house_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's house rules to all members. People who run the club may change them."""
    club, right = get_club_or_404(request, pk)
    context = {
        "club": club,
        "may_run": right >= Right.RUN,
        "lines": [_describe_line(line) for line in list_house_rules(club.pk)],
        "retired": list_house_rules(club.pk, retired=True),
    }
    return render(request, "games/house_rules.html", context)


@get_or_post
@login_required
def house_rules_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Create house rules: choose the game, then its options. A link from a game's page brings its options."""
    club, right = get_club_or_404(request, pk)
    require(right, Right.RUN)
    posted = request.method == "POST"
    key = (request.POST if posted else request.GET).get("game", "")
    game = RULESETS.get(key)
    if game is None or not game.options:
        games = [(each.key, _(each.title), describe.summarize(each)) for each in list_adaptable_games()]
        context = {"club": club, "games": games, "refused": posted}
        return render(request, "games/house_rules_game.html", context, status=422 if posted else 200)
    form = HouseRulesForm(game, request.POST if posted else None, GameForm(game, request.GET).options)
    result = do(
        request,
        lambda: _create(request, club, key, form),
        lambda rules: _("“%(name)s” can be played now.") % {"name": rules.name},
        form=form,
    )
    if isinstance(result, Success):
        return redirect("house-rules", club.pk)
    context = {"club": club, "game": game, "title": _(game.title), "form": form}
    return render(request, "games/house_rules_form.html", context, status=422 if form.errors else 200)


@get_or_post
@login_required
def house_rules_edit(request: HttpRequest, pk: int, rules: int) -> HttpResponse:
    """Change the name and the options. Planned evenings keep their rules."""
    club, right = get_club_or_404(request, pk)
    require(right, Right.RUN)
    row = HouseRules.objects.filter(club=club, pk=rules, retired=False).first()
    if row is None or row.game not in KNOWN:
        raise Http404
    game, shown_name = KNOWN[row.game], row.name
    options = {option.key: row.options.get(option.key, option.default) for option in game.options}
    form = HouseRulesForm(game, request.POST if request.method == "POST" else None, options, row.name)
    result = do(
        request,
        lambda: house_rules_change(
            by=get_signed_in_user(request), rules=row, name=form.cleaned_data["name"], options=form.options
        ),
        _("The house rules are changed."),
        form=form,
    )
    if isinstance(result, Success):
        return redirect("house-rules", club.pk)
    context = {
        "club": club,
        "game": game,
        "title": _(game.title),
        "form": form,
        "rules": row,
        "shown_name": shown_name,
    }
    return render(request, "games/house_rules_form.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def house_rules_retire_page(request: HttpRequest, pk: int, rules: int) -> HttpResponse:
    """Retire the house rules by a button."""
    club, right = get_club_or_404(request, pk)
    require(right, Right.RUN)
    row = HouseRules.objects.filter(club=club, pk=rules).first()
    if row is None:
        raise Http404
    message = _("“%(name)s” is no longer offered for new evenings.") % {"name": row.name}
    do(request, lambda: house_rules_retire(by=get_signed_in_user(request), rules=row), message)
    return redirect("house-rules", club.pk)


def _create(request: HttpRequest, club: Club, game: str, form: HouseRulesForm) -> HouseRules:
    return house_rules_create(
        by=get_signed_in_user(request),
        club=club,
        game=game,
        name=form.cleaned_data["name"],
        options=form.options,
        key=form.cleaned_data["request_key"],
    )


def _describe_line(line: HouseLine) -> dict[str, object]:
    """Return house rules for the list, with the query string of the library's page of these rules."""
    if line.game is None:
        return {"line": line, "changed": (), "query": ""}
    differing = {key: value for key, value in line.game.choose(line.changed).items() if key in line.changed}
    return {
        "line": line,
        "title": _(line.game.title),
        "changed": describe.describe_options(line.game, differing),
        "query": make_query(differing),
    }
