"""The API's addresses of accounts, clubs and their people, under /api/v1/."""

from django.urls import path

from accounts.api import claims, clubs, invitations, me, members, players

urlpatterns = [
    path("me/", me.me, name="api-me"),
    path("me/tokens/", me.tokens, name="api-tokens"),
    path("me/tokens/<num:pk>/", me.token, name="api-token"),
    path("clubs/", clubs.clubs, name="api-clubs"),
    path("clubs/<num:pk>/", clubs.club, name="api-club"),
    path("clubs/<num:pk>/players/", players.players, name="api-players"),
    path("clubs/<num:pk>/players/<num:player>/", players.player, name="api-player"),
    path("clubs/<num:pk>/members/", members.members, name="api-members"),
    path("clubs/<num:pk>/members/<num:user>/", members.member, name="api-member"),
    path("clubs/<num:pk>/invitations/", invitations.invitations, name="api-invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/", invitations.invitation, name="api-invitation"),
    path("clubs/<num:pk>/claims/", claims.claims, name="api-claims"),
    path("clubs/<num:pk>/claims/<num:claim>/", claims.claim, name="api-claim"),
    path("clubs/<num:pk>/claims/<num:claim>/decide/", claims.decide, name="api-claim-decide"),
]
