"""Signing in, the first run, and a club's list of players."""

from django.urls import path, re_path

from accounts.views import account, claims, clubs, invitations, looks, passwords, players, signing

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
    path("account/", account.account, name="account"),
    path("account/email/", account.Address.as_view(), name="account_email"),
    path("account/email/confirm/", account.Sent.as_view(), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", account.Confirm.as_view(), name="account_confirm_email"),
    path("account/password/", passwords.Change.as_view(), name="account_change_password"),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<num:pk>/revoke/", account.token_end, name="token-revoke"),
    path("start/", signing.start, name="start"),
    path("language/", account.language, name="language"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<num:pk>/settings/", clubs.club_edit, name="club-settings"),
    path("clubs/<num:pk>/logo/<str:mark>/", looks.logo, name="club-logo"),
    path("colours/<str:digits>.css", looks.colour, name="club-colour"),
    path("clubs/<num:pk>/players/", players.players, name="players"),
    path("clubs/<num:pk>/players/<num:player>/", players.player_edit, name="player-edit"),
    path("clubs/<num:pk>/players/<num:player>/claim/", claims.ask, name="player-claim"),
    path("clubs/<num:pk>/me/", claims.my_name, name="my-name"),
    path("clubs/<num:pk>/claims/<num:claim>/", claims.decide, name="claim-decide"),
    path("clubs/<num:pk>/claims/<num:claim>/end/", claims.end, name="claim-end"),
    path("clubs/<num:pk>/members/", clubs.members, name="members"),
    path("clubs/<num:pk>/members/<num:user>/", clubs.change, name="member-change"),
    path("clubs/<num:pk>/members/<num:user>/remove/", clubs.remove, name="member-remove"),
    path("clubs/<num:pk>/leave/", clubs.leave, name="member-leave"),
    path("clubs/<num:pk>/invitations/", invitations.invitations, name="invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/revoke/", invitations.revoke, name="invitation-revoke"),
    path("i/<str:token>/", invitations.scan, name="invitation-scan"),
    path("invitation/", invitations.invitation, name="invitation"),
]
