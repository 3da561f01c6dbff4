"""The addresses for signing in, the first run, accounts, clubs and lists of players."""

from django.urls import path, re_path

from accounts.account import views as account
from accounts.clubs import views as clubs
from accounts.players import views as players
from accounts.signing import views as signing

urlpatterns = [
    path("login/", signing.SignIn.as_view(), name="account_login"),
    path("logout/", signing.SignOut.as_view(), name="account_logout"),
    path("signup/", signing.SignUp.as_view(), name="account_signup"),
    path("inactive/", signing.Inactive.as_view(), name="account_inactive"),
    path("password/forgotten/", signing.PasswordReset.as_view(), name="account_reset_password"),
    path("password/forgotten/sent/", signing.PasswordResetSent.as_view(), name="account_reset_password_done"),
    path(
        "password/new/done/", signing.PasswordChanged.as_view(), name="account_reset_password_from_key_done"
    ),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        signing.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("account/password/", signing.PasswordChange.as_view(), name="account_change_password"),
    path("start/", signing.start, name="start"),
    path("account/", account.account, name="account"),
    path("account/email/", account.Address.as_view(), name="account_email"),
    path("account/email/confirm/", account.EmailSent.as_view(), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", account.Confirm.as_view(), name="account_confirm_email"),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<num:pk>/revoke/", account.token_end, name="token-revoke"),
    path("language/", account.language, name="language"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<num:pk>/settings/", clubs.club_edit, name="club-settings"),
    path("clubs/<num:pk>/logo/<str:mark>/", clubs.logo, name="club-logo"),
    path("colours/<str:digits>.css", clubs.colour, name="club-colour"),
    path("clubs/<num:pk>/players/<num:player>/claim/", clubs.ask, name="player-claim"),
    path("clubs/<num:pk>/me/", clubs.my_name, name="my-name"),
    path("clubs/<num:pk>/claims/<num:claim>/", clubs.decide, name="claim-decide"),
    path("clubs/<num:pk>/claims/<num:claim>/end/", clubs.end, name="claim-end"),
    path("clubs/<num:pk>/members/", clubs.members, name="members"),
    path("clubs/<num:pk>/members/<num:user>/", clubs.change, name="member-change"),
    path("clubs/<num:pk>/members/<num:user>/remove/", clubs.remove, name="member-remove"),
    path("clubs/<num:pk>/leave/", clubs.leave, name="member-leave"),
    path("clubs/<num:pk>/invitations/", clubs.invitations, name="invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/revoke/", clubs.revoke, name="invitation-revoke"),
    path("i/<str:token>/", clubs.scan, name="invitation-scan"),
    path("invitation/", clubs.invitation, name="invitation"),
    path("clubs/<num:pk>/players/", players.players, name="players"),
    path("clubs/<num:pk>/players/<num:player>/", players.player_edit, name="player-edit"),
]
