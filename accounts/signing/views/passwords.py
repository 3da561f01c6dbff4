"""Passwords: forgotten, set anew by a link, and changed."""

from typing import Any

from allauth.account import views as allauth
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from accounts.models import User
from accounts.shared.views.base import Refusing


class SaysMail:
    """For a page that tells whether mail is sent from here."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().get_context_data(**more)  # type: ignore[misc]
        new_password = settings.PLACE.typed("changepassword you@example.org")
        return {**shown, "sends_mail": bool(settings.EMAIL_HOST), "new_password": new_password}


class Forgotten(SaysMail, Refusing, allauth.PasswordResetView):  # type: ignore[misc]
    """A link by mail. The answer is the same whether there is such an account or not."""


class Sent(SaysMail, allauth.PasswordResetDoneView):  # type: ignore[misc]
    """The link is on its way, if there is such an account."""


class New(Refusing, allauth.PasswordResetFromKeyView):  # type: ignore[misc]
    """A new password, by a link that was sent; a link that is too old or was used is not there any more."""

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if context.get("token_fail"):
            more["status"] = 404
        response: HttpResponse = super().render_to_response(context, **more)
        return response


class Done(allauth.PasswordResetFromKeyDoneView):  # type: ignore[misc]
    """The new password is good."""


class Change(Refusing, allauth.PasswordChangeView):  # type: ignore[misc]
    """Another password; who has none yet gets a link to make one."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and not request.user.has_usable_password():
            return redirect("account_reset_password")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response
