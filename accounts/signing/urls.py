"""The pages' addresses of signing in and up."""

from django.urls import path, re_path

from accounts.signing import views

urlpatterns = [
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("logout/", views.SignOut.as_view(), name="account_logout"),
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("inactive/", views.Inactive.as_view(), name="account_inactive"),
    path("password/forgotten/", views.Forgotten.as_view(), name="account_reset_password"),
    path("password/forgotten/sent/", views.Sent.as_view(), name="account_reset_password_done"),
    path("password/new/done/", views.PasswordChanged.as_view(), name="account_reset_password_from_key_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        views.New.as_view(),
        name="account_reset_password_from_key",
    ),
    path("account/password/", views.Change.as_view(), name="account_change_password"),
    path("start/", views.start, name="start"),
]
