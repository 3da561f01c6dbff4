"""The pages' addresses of signing in and up."""

from django.urls import path, re_path

from accounts.signing.views import passwords, signing

urlpatterns = [
    path("login/", signing.SignIn.as_view(), name="account_login"),
    path("logout/", signing.SignOut.as_view(), name="account_logout"),
    path("signup/", signing.SignUp.as_view(), name="account_signup"),
    path("inactive/", signing.Inactive.as_view(), name="account_inactive"),
    path("password/forgotten/", passwords.Forgotten.as_view(), name="account_reset_password"),
    path("password/forgotten/sent/", passwords.Sent.as_view(), name="account_reset_password_done"),
    path("password/new/done/", passwords.Done.as_view(), name="account_reset_password_from_key_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        passwords.New.as_view(),
        name="account_reset_password_from_key",
    ),
    path("account/password/", passwords.Change.as_view(), name="account_change_password"),
    path("start/", signing.start, name="start"),
]
