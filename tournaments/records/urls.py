"""The addresses of a player over the evenings."""

from django.urls import URLPattern, path

from tournaments.records.views import groups, players, privacy

IN_A_CLUB: list[URLPattern] = [
    path("players/<num:player>/forget/", privacy.forget, name="player-forget"),
    path("players/<num:player>/data/", privacy.person, name="player-data"),
    path("players/<num:player>/record/", players.record, name="player-record"),
    path("players/<num:player>/merge/", players.merge, name="player-merge"),
    path("players/<num:player>/unmerge/", players.unmerge, name="player-unmerge"),
    path("ratings/", players.ratings, name="ratings"),
    path("groups/", groups.groups, name="groups"),
    path("groups/<num:group>/", groups.group, name="group"),
    path("groups/<num:group>/delete/", groups.delete, name="group-delete"),
]
PAGES: list[URLPattern] = [
    path("account/data.json", privacy.data, name="account-data"),
    path("account/delete/", privacy.delete, name="account-delete"),
]
