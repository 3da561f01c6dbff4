"""The API's addresses of players, groups and ratings, and of lists as tables."""

from django.urls import path

from tournaments.records.api import groups, players, tables

PLAYER = "clubs/<num:pk>/players/<num:player>/"
urlpatterns = [
    path("clubs/<num:pk>/players.csv", tables.PLAYERS["csv"], name="api-players-csv"),
    path("clubs/<num:pk>/players.xlsx", tables.PLAYERS["xlsx"], name="api-players-xlsx"),
    path("evenings/<num:pk>/standing.csv", tables.STANDING["csv"], name="api-evening-standing-csv"),
    path("evenings/<num:pk>/standing.xlsx", tables.STANDING["xlsx"], name="api-evening-standing-xlsx"),
    path("seasons/<num:pk>/table.csv", tables.SEASON["csv"], name="api-season-table-csv"),
    path("seasons/<num:pk>/table.xlsx", tables.SEASON["xlsx"], name="api-season-table-xlsx"),
    path("clubs/<num:pk>/groups/", groups.groups, name="api-groups"),
    path("clubs/<num:pk>/groups/<num:group>/", groups.group, name="api-group"),
    path("clubs/<num:pk>/ratings/", players.ratings, name="api-ratings"),
    path(f"{PLAYER}record/", players.record, name="api-player-record"),
    path(f"{PLAYER}merge/", players.merge, name="api-player-merge"),
    path(f"{PLAYER}unmerge/", players.unmerge, name="api-player-unmerge"),
    path(f"{PLAYER}forget/", players.forget, name="api-player-forget"),
]
