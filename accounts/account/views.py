"""Pages of a user's own account: name, e-mail address, language, and tokens for programs."""

from typing import Any

from allauth.account import views as allauth
from allauth.account.internal import flows
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.account.forms import LanguageForm, NameForm, TokenForm
from accounts.account.selectors import find_pending_email, is_confirmed, list_memberships, list_tokens
from accounts.account.services import address_change, name_change, token_create, token_revoke
from accounts.database.folding import by_name
from accounts.models import Club
from accounts.shared.views import Refusing, Success, do, get_or_post, get_signed_in_user, show


@get_or_post
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the user's account, with a form for the name."""
    user = get_signed_in_user(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": user.name})
    result = do(request, lambda: name_change(by=user, name=form.cleaned_data["name"]), _("Saved."), form=form)
    if isinstance(result, Success):
        return redirect("account")
    return show(
        request,
        "accounts/account.html",
        form,
        memberships=list_memberships(user),
        confirmed=is_confirmed(user),
        asked=find_pending_email(user),
        sends_mail=bool(settings.EMAIL_HOST),
        tokens=list_tokens(user).filter(revoked_at=None).count(),
    )


class Address(Refusing, allauth.EmailView):  # type: ignore[misc]
    """Another e-mail address. With mail, it takes effect when it is confirmed; without mail, at once."""

    template_name = "account/email.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ignore allauth's action that makes an unconfirmed address the account's."""
        if "action_primary" in request.POST:
            return redirect("account_email")
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
            flows.manage_email.add_email(self.request, form)
            return redirect("account")
        user, email = get_signed_in_user(self.request), form.cleaned_data["email"]
        message = _("Your e-mail is changed.")
        result = do(self.request, lambda: address_change(by=user, email=email), message, form=form)
        return redirect("account") if isinstance(result, Success) else self.form_invalid(form)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        user = get_signed_in_user(self.request)
        mine = {"confirmed": is_confirmed(user), "asked": find_pending_email(user)}
        return {**super().get_context_data(**more), **mine, "sends_mail": bool(settings.EMAIL_HOST)}


class EmailSent(allauth.EmailVerificationSentView):  # type: ignore[misc]
    """The page after a mail with a link to confirm the address was sent."""


class Confirm(allauth.ConfirmEmailView):  # type: ignore[misc]
    """The page of the link that confirms an address. 404 for an expired link."""

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if context["confirmation"] is None:
            more["status"] = 404
        response: HttpResponse = super().render_to_response(context, **more)
        return response


@get_or_post
def language(request: HttpRequest) -> HttpResponse:
    """Show a button for each language, in its own name. Then go back to the page before."""
    page_before = _find_page_before(request)
    form = LanguageForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        page = show(request, "accounts/language.html", form, languages=settings.LANGUAGES, back=page_before)
        patch_vary_headers(page, ["Cookie"])
        return page
    answer = redirect(page_before or reverse("home"))
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        form.cleaned_data["language"],
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return answer


def _find_page_before(request: HttpRequest) -> str:
    """Return the page of this program to go back to, or "". BadRequest if ``next`` is no valid address."""
    address = (request.POST if request.method == "POST" else request.GET).get("next", "")
    is_own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    if is_own and not address.startswith("/"):
        raise BadRequest("next")
    return address if is_own else ""


@never_cache
@get_or_post
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the user's tokens, and a form for a new one. Only the form's response shows the secret."""
    user = get_signed_in_user(request)
    clubs = Club.objects.filter(memberships__user=user).order_by(*by_name(), "pk")
    form = TokenForm(request.POST if request.method == "POST" else None, clubs=clubs)
    result = do(request, lambda: token_create(by=user, **form.cleaned_data), form=form)
    if isinstance(result, Success):
        token, secret = result.value
        return render(request, "accounts/token.html", {"token": token, "secret": secret})
    valid = list_tokens(user).filter(revoked_at=None)
    return show(request, "accounts/tokens.html", form, tokens=valid, now=timezone.now())


@require_POST
@login_required
def token_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke the token."""
    user = get_signed_in_user(request)
    token = get_object_or_404(list_tokens(user), pk=pk)
    message = _("“%(name)s” is revoked.") % {"name": token.name}
    do(request, lambda: token_revoke(by=user, token=token), message)
    return redirect("tokens")
