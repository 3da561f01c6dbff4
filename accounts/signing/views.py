"""Pages for signing in, up and out, for the first run, and for forgotten and new passwords.

Allauth does the work; templates and texts are ours.
"""

from typing import Any, NoReturn

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import get_rates
from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.account.selectors import may_begin
from accounts.clubs.services import first_account_create
from accounts.errors import RuleError, StaleError
from accounts.limits import TooOftenError
from accounts.models import DEMO, Club, User
from accounts.shared.forms import translate_refusal
from accounts.shared.views import Refusing, Success, do, get_or_post, get_signed_in_user, show
from accounts.signing.forms import StartForm


class SaysMail:
    """A mixin for pages that tell whether this installation sends mail."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**more)  # type: ignore[misc]
        new_password = settings.PLACE.format_command("changepassword you@example.org")
        return {**context, "sends_mail": bool(settings.EMAIL_HOST), "new_password": new_password}


class PasswordReset(SaysMail, Refusing, allauth.PasswordResetView):  # type: ignore[misc]
    """Requests a link by mail. The response is the same whether the account exists or not."""


class PasswordResetSent(SaysMail, allauth.PasswordResetDoneView):  # type: ignore[misc]
    """The page after the request for a link."""


class NewPassword(Refusing, allauth.PasswordResetFromKeyView):  # type: ignore[misc]
    """A new password by a link from a mail. 404 if the link is expired or used."""

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if context.get("token_fail"):
            more["status"] = 404
        response: HttpResponse = super().render_to_response(context, **more)
        return response


class PasswordChanged(allauth.PasswordResetFromKeyDoneView):  # type: ignore[misc]
    """The page after a new password was set."""


class PasswordChange(Refusing, allauth.PasswordChangeView):  # type: ignore[misc]
    """Changes the password. Users without a password are led to the page for a link."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and not request.user.has_usable_password():
            return redirect("account_reset_password")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


RATE_LIMITS = {
    "account_login": "login_failed",
    "account_signup": "signup",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_change_password": "change_password",
    "account_email": "manage_email",
}
"""The ACCOUNT_RATE_LIMITS that apply to each page."""


class SignIn(Refusing, allauth.LoginView):  # type: ignore[misc]
    """The page to sign in; on an installation without accounts, the first run."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "GET" and not User.objects.exists():
            return redirect("start")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        may_sign_up = get_adapter().is_open_for_signup(self.request)
        demo = DEMO if "demo" in self.request.GET else ""
        return {**super().get_context_data(**more), "may_sign_up": may_sign_up, "demo": demo}

    def get_initial(self) -> dict[str, Any]:
        return {"login": DEMO} if "demo" in self.request.GET else {}


class SignUp(Refusing, allauth.SignupView):  # type: ignore[misc]
    """The page to sign up, for everybody or only by invitation."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not User.objects.exists():
            return redirect("start")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:  # another request signed up with this address meanwhile
            form.add_error("email", get_adapter().error_messages["email_taken"])
            response = self.form_invalid(form)
        except StaleError:  # another request used up the invitation meanwhile
            response = self.closed()
        except RuleError as error:
            form.add_error(None, translate_refusal(error))
            response = self.form_invalid(form)
        return response

    def closed(self) -> HttpResponse:
        response: HttpResponse = super().closed()
        response.status_code = 403
        return response


class SignOut(allauth.LogoutView):  # type: ignore[misc]
    """The page to sign out. Pages that a browser may cache link here: they have no form for it."""


class Inactive(allauth.AccountInactiveView):  # type: ignore[misc]
    """The page for a user with the right password and a deactivated account."""


def asked_to_wait(request: HttpRequest) -> NoReturn:
    """Refuse after too many attempts, for at most the period of this page's limit."""
    match = request.resolver_match
    action = RATE_LIMITS.get(match.url_name or "", "") if match else ""
    rates = get_rates(app="allauth.account", action=action)
    raise TooOftenError(max((int(rate.duration) for rate in rates), default=60))


@sensitive_post_parameters("password", "again")
@never_cache
@get_or_post
def start(request: HttpRequest) -> HttpResponse:
    """Create the first account and its club: on the first run, or after the demo. Then this page is 404."""
    if not may_begin(request.user):
        raise Http404
    by = get_signed_in_user(request) if request.user.is_authenticated else None
    form = StartForm(request.POST if request.method == "POST" else None, demo=by is not None)
    welcome = _("Welcome. You can plan your first evening now.")
    result = do(request, lambda: _create_first_account(form, by), welcome, form=form)
    if isinstance(result, Success):
        user, club = result.value
        login(request, user)
        return redirect("club", club.pk)
    return show(request, "accounts/start.html", form)


def _create_first_account(form: Form, by: User | None) -> tuple[User, Club]:
    values = {field: value for field, value in form.cleaned_data.items() if field != "again"}
    return first_account_create(**values, by=by)
