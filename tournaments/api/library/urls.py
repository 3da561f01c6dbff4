"""The addresses of what a club keeps from evening to evening."""

from django.urls import path

from tournaments.api.library import groups, leagues, players, prize_sets, publishing, season_parts, seasons

PLAYER = "clubs/<int:pk>/players/<int:player>/"

urlpatterns = [
    path("clubs/<int:pk>/groups/", groups.groups, name="api-groups"),
    path("clubs/<int:pk>/groups/<int:group>/", groups.group, name="api-group"),
    path("clubs/<int:pk>/ratings/", players.ratings, name="api-ratings"),
    path(f"{PLAYER}record/", players.record, name="api-player-record"),
    path(f"{PLAYER}merge/", players.merge, name="api-player-merge"),
    path(f"{PLAYER}unmerge/", players.unmerge, name="api-player-unmerge"),
    path(f"{PLAYER}forget/", players.forget, name="api-player-forget"),
    path("clubs/<int:pk>/prize-sets/", prize_sets.prize_sets, name="api-prize-sets"),
    path("prize-sets/<int:pk>/", prize_sets.prize_set, name="api-prize-set"),
    path("clubs/<int:pk>/leagues/", leagues.leagues, name="api-leagues"),
    path("leagues/<int:pk>/", leagues.league, name="api-league"),
    path("leagues/<int:pk>/publish/", publishing.publish, name="api-league-publish"),
    path("seasons/", leagues.seasons, name="api-seasons"),
    path("seasons/<int:pk>/", seasons.season, name="api-season"),
    path("seasons/<int:pk>/table/", seasons.table, name="api-season-table"),
    path("seasons/<int:pk>/prizes/", seasons.prizes, name="api-season-prizes"),
    path("seasons/<int:pk>/book/", seasons.book, name="api-season-book"),
    path("seasons/<int:pk>/export/", seasons.export, name="api-season-export"),
    path("seasons/<int:pk>/evenings/", season_parts.evenings, name="api-season-evenings"),
    path("seasons/<int:pk>/people/", season_parts.people, name="api-season-people"),
    path("seasons/<int:pk>/people/<int:player>/", season_parts.row, name="api-season-row"),
]
