"""Tokens: what programs show in place of a password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.forms.account import TokenForm
from accounts.forms.base import accepted
from accounts.models import Club, Token
from accounts.selectors.accounts import tokens_of
from accounts.services.accounts import token_create, token_revoke
from accounts.views.base import get_or_post, show, signed_in


@never_cache
@get_or_post
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The user's tokens, and a form for one more. Its secret stands in the answer, and nowhere else."""
    user = signed_in(request)
    clubs = Club.objects.filter(memberships__user=user).order_by("name", "pk")
    form = TokenForm(request.POST if request.method == "POST" else None, clubs=clubs)
    made: list[tuple[Token, str]] = []
    if request.method == "POST" and accepted(
        form, lambda: made.append(token_create(by=user, **form.cleaned_data))
    ):
        token, secret = made[0]
        return render(request, "accounts/token.html", {"token": token, "secret": secret})
    standing = tokens_of(user).filter(revoked_at=None)
    return show(request, "accounts/tokens.html", form, tokens=standing, now=timezone.now())


@require_POST
@login_required
def token_end(request: HttpRequest, pk: int) -> HttpResponse:
    """The token is good for nothing any more."""
    user = signed_in(request)
    token = get_object_or_404(tokens_of(user), pk=pk)
    token_revoke(by=user, token=token)
    messages.success(request, _("“%(name)s” is revoked.") % {"name": token.name})
    return redirect("tokens")
