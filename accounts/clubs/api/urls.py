"""The API's addresses of clubs, members and invitations."""

from django.urls import path

from accounts.clubs.api import claims, clubs, invitations, members

urlpatterns = [
    path("clubs/", clubs.clubs, name="api-clubs"),
    path("clubs/<num:pk>/", clubs.club, name="api-club"),
    path("clubs/<num:pk>/members/", members.members, name="api-members"),
    path("clubs/<num:pk>/members/<num:user>/", members.member, name="api-member"),
    path("clubs/<num:pk>/invitations/", invitations.invitations, name="api-invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/", invitations.invitation, name="api-invitation"),
    path("clubs/<num:pk>/claims/", claims.claims, name="api-claims"),
    path("clubs/<num:pk>/claims/<num:claim>/", claims.claim, name="api-claim"),
    path("clubs/<num:pk>/claims/<num:claim>/decide/", claims.decide, name="api-claim-decide"),
]
