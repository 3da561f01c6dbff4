"""The API's addresses of accounts, clubs and their people, under /api/v1/."""

from django.urls import path

from accounts.api import claims, clubs, invitations, me, members, players

urlpatterns = [
    path("me/", me.me, name="api-me"),
    path("me/tokens/", me.tokens, name="api-tokens"),
    path("me/tokens/<int:pk>/", me.token, name="api-token"),
    path("clubs/", clubs.clubs, name="api-clubs"),
    path("clubs/<int:pk>/", clubs.club, name="api-club"),
    path("clubs/<int:pk>/players/", players.players, name="api-players"),
    path("clubs/<int:pk>/players/<int:player>/", players.player, name="api-player"),
    path("clubs/<int:pk>/members/", members.members, name="api-members"),
    path("clubs/<int:pk>/members/<int:user>/", members.member, name="api-member"),
    path("clubs/<int:pk>/invitations/", invitations.invitations, name="api-invitations"),
    path("clubs/<int:pk>/invitations/<int:invitation>/", invitations.invitation, name="api-invitation"),
    path("clubs/<int:pk>/claims/", claims.claims, name="api-claims"),
    path("clubs/<int:pk>/claims/<int:claim>/", claims.claim, name="api-claim"),
    path("clubs/<int:pk>/claims/<int:claim>/decide/", claims.decide, name="api-claim-decide"),
]
