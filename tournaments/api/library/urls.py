"""The addresses of what a club keeps from evening to evening."""

from django.urls import path

from tournaments.api.library import groups, leagues, players, prize_sets, publishing, season_parts, seasons

PLAYER = "clubs/<num:pk>/players/<num:player>/"

urlpatterns = [
    path("clubs/<num:pk>/groups/", groups.groups, name="api-groups"),
    path("clubs/<num:pk>/groups/<num:group>/", groups.group, name="api-group"),
    path("clubs/<num:pk>/ratings/", players.ratings, name="api-ratings"),
    path(f"{PLAYER}record/", players.record, name="api-player-record"),
    path(f"{PLAYER}merge/", players.merge, name="api-player-merge"),
    path(f"{PLAYER}unmerge/", players.unmerge, name="api-player-unmerge"),
    path(f"{PLAYER}forget/", players.forget, name="api-player-forget"),
    path("clubs/<num:pk>/prize-sets/", prize_sets.prize_sets, name="api-prize-sets"),
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="api-prize-set"),
    path("clubs/<num:pk>/leagues/", leagues.leagues, name="api-leagues"),
    path("leagues/<num:pk>/", leagues.league, name="api-league"),
    path("leagues/<num:pk>/publish/", publishing.publish, name="api-league-publish"),
    path("seasons/", leagues.seasons, name="api-seasons"),
    path("seasons/<num:pk>/", seasons.season, name="api-season"),
    path("seasons/<num:pk>/table/", seasons.table, name="api-season-table"),
    path("seasons/<num:pk>/prizes/", seasons.prizes, name="api-season-prizes"),
    path("seasons/<num:pk>/book/", seasons.book, name="api-season-book"),
    path("seasons/<num:pk>/export/", seasons.export, name="api-season-export"),
    path("seasons/<num:pk>/evenings/", season_parts.evenings, name="api-season-evenings"),
    path("seasons/<num:pk>/people/", season_parts.people, name="api-season-people"),
    path("seasons/<num:pk>/people/<num:player>/", season_parts.row, name="api-season-row"),
]
