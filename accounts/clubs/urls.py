"""The pages' addresses of clubs, members and invitations."""

from django.urls import path

from accounts.clubs.views import claims, clubs, invitations, looks

urlpatterns = [
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<num:pk>/settings/", clubs.club_edit, name="club-settings"),
    path("clubs/<num:pk>/logo/<str:mark>/", looks.logo, name="club-logo"),
    path("colours/<str:digits>.css", looks.colour, name="club-colour"),
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
