"""One's own account: the name, the address, the clubs."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth
from allauth.account.internal import flows
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.forms.account import NameForm
from accounts.forms.base import accepted
from accounts.selectors.accounts import address_asked, is_confirmed, memberships_of, tokens_of
from accounts.services.accounts import address_change, name_change
from accounts.views.base import Refusing, get_or_post, show, signed_in


@get_or_post
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Everything about oneself, with a form for the name."""
    user = signed_in(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": user.name})
    if request.method == "POST" and accepted(
        form, lambda: name_change(by=user, name=form.cleaned_data["name"])
    ):
        messages.success(request, _("Your name is changed."))
        return redirect("account")
    return show(
        request,
        "accounts/account.html",
        form,
        memberships=memberships_of(user),
        confirmed=is_confirmed(user),
        asked=address_asked(user),
        sends_mail=bool(settings.EMAIL_HOST),
        tokens=tokens_of(user).filter(revoked_at=None).count(),
    )


class Address(Refusing, allauth.EmailView):  # type: ignore[misc]
    """Another address: where mail is sent it counts once it is confirmed, else at once."""

    template_name = "account/email.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Without one of allauth's actions: it makes an address the account's that nobody confirmed."""
        if "action_primary" in request.POST:
            return redirect("account_email")
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
            flows.manage_email.add_email(self.request, form)
        elif accepted(form, lambda: self._change(form.cleaned_data["email"])):
            messages.success(self.request, _("Your e-mail is changed."))
        else:
            return self.form_invalid(form)
        return redirect("account")

    def _change(self, email: str) -> None:
        address_change(by=signed_in(self.request), email=email)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        user = signed_in(self.request)
        mine = {"confirmed": is_confirmed(user), "asked": address_asked(user)}
        return {**super().get_context_data(**more), **mine, "sends_mail": bool(settings.EMAIL_HOST)}


class Sent(allauth.EmailVerificationSentView):  # type: ignore[misc]
    """A mail is on its way, by which the address is confirmed."""


class Confirm(allauth.ConfirmEmailView):  # type: ignore[misc]
    """By a link that was sent: the address is one's own. A link that is too old is not there any more."""

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if context["confirmation"] is None:
            more["status"] = 404
        response: HttpResponse = super().render_to_response(context, **more)
        return response
