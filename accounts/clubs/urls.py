"""The pages' addresses of clubs, members and invitations."""

from django.urls import path

from accounts.clubs import views

urlpatterns = [
    path("clubs/new/", views.club_new, name="club-new"),
    path("clubs/<num:pk>/settings/", views.club_edit, name="club-settings"),
    path("clubs/<num:pk>/logo/<str:mark>/", views.logo, name="club-logo"),
    path("colours/<str:digits>.css", views.colour, name="club-colour"),
    path("clubs/<num:pk>/players/<num:player>/claim/", views.ask, name="player-claim"),
    path("clubs/<num:pk>/me/", views.my_name, name="my-name"),
    path("clubs/<num:pk>/claims/<num:claim>/", views.decide, name="claim-decide"),
    path("clubs/<num:pk>/claims/<num:claim>/end/", views.end, name="claim-end"),
    path("clubs/<num:pk>/members/", views.members, name="members"),
    path("clubs/<num:pk>/members/<num:user>/", views.change, name="member-change"),
    path("clubs/<num:pk>/members/<num:user>/remove/", views.remove, name="member-remove"),
    path("clubs/<num:pk>/leave/", views.leave, name="member-leave"),
    path("clubs/<num:pk>/invitations/", views.invitations, name="invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/revoke/", views.revoke, name="invitation-revoke"),
    path("i/<str:token>/", views.scan, name="invitation-scan"),
    path("invitation/", views.invitation, name="invitation"),
]
