"""The addresses of evenings, clubs, leagues, seasons and “what happens if”, under /api/v1/."""

from django.urls import path

from tournaments.api.commands import OF_EVENINGS, OF_SEASONS
from tournaments.attendance.api import people
from tournaments.base.api.addresses import of_evenings, of_seasons
from tournaments.bell.api import bell
from tournaments.bell.api.prizes import prizes
from tournaments.bell.api.round import round
from tournaments.deals.api import deals, phones
from tournaments.hall.api import published
from tournaments.journal.api import journal
from tournaments.planning.api import creating, evenings
from tournaments.records.api import groups, players, tables
from tournaments.results.api import ledger, prize_sets, standing
from tournaments.seasons.api import leagues, parts, questions, seasons, versions
from tournaments.seating.api import table_sizes
from tournaments.transfer.api import importing, imports_made

AT_TABLE = "evenings/<num:pk>/rounds/<num:round>/tables/<num:table>/deals/"
PLAYER = "clubs/<num:pk>/players/<num:player>/"
LEAGUE = "public/leagues/<slug:address>/"

urlpatterns = [
    path("evenings/", evenings.evenings, name="api-evenings"),
    path("evenings/<num:pk>/", evenings.evening, name="api-evening"),
    path("evenings/<num:pk>/export/", evenings.evening_export, name="api-evening-export"),
    path("evenings/<num:pk>/people/", people.people, name="api-evening-people"),
    path("evenings/<num:pk>/table-sizes/", table_sizes.table_sizes, name="api-evening-table-sizes"),
    path(AT_TABLE, deals.deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<num:deal>/", deals.deal, name="api-evening-deal"),
    path("evenings/<num:pk>/bell/", bell.bell, name="api-evening-bell"),
    path("evenings/<num:pk>/journal/", journal.journal, name="api-evening-journal"),
    path("evenings/<num:pk>/ledger/", ledger.ledger, name="api-evening-ledger"),
    path("evenings/<num:pk>/standing/", standing.standing, name="api-evening-standing"),
    path("evenings/<num:pk>/standing.csv", tables.STANDING["csv"], name="api-evening-standing-csv"),
    path("evenings/<num:pk>/standing.xlsx", tables.STANDING["xlsx"], name="api-evening-standing-xlsx"),
    path("evenings/<num:pk>/prizes/", standing.evening_prizes, name="api-evening-prizes"),
    path("evenings/<num:pk>/links/", phones.links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", phones.asks, name="api-evening-asks"),
    path("public/evenings/<slug:address>/", published.public_evening, name="api-public-evening"),
    path("public/evenings/by-code/<slug:code>/", published.public_evening_by_code, name="api-public-code"),
    path(LEAGUE, published.public_league, name="api-public-league"),
    path(f"{LEAGUE}seasons/<num:pk>/", published.public_season, name="api-public-season"),
    path("clubs/<num:pk>/players.csv", tables.PLAYERS["csv"], name="api-players-csv"),
    path("clubs/<num:pk>/players.xlsx", tables.PLAYERS["xlsx"], name="api-players-xlsx"),
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
    path("leagues/<num:pk>/publish/", leagues.publish, name="api-league-publish"),
    path("seasons/", leagues.seasons, name="api-seasons"),
    path("seasons/<num:pk>/", seasons.season, name="api-season"),
    path("seasons/<num:pk>/table/", seasons.table, name="api-season-table"),
    path("seasons/<num:pk>/table.csv", tables.SEASON["csv"], name="api-season-table-csv"),
    path("seasons/<num:pk>/table.xlsx", tables.SEASON["xlsx"], name="api-season-table-xlsx"),
    path("seasons/<num:pk>/prizes/", seasons.prizes, name="api-season-prizes"),
    path("seasons/<num:pk>/book/", seasons.book, name="api-season-book"),
    path("seasons/<num:pk>/versions/", versions.versions, name="api-season-versions"),
    path("seasons/<num:pk>/versions/<num:version>/", versions.version, name="api-season-version"),
    path("seasons/<num:pk>/export/", seasons.export, name="api-season-export"),
    path("seasons/<num:pk>/evenings/", parts.evenings, name="api-season-evenings"),
    path("seasons/<num:pk>/people/", parts.people, name="api-season-people"),
    path("seasons/<num:pk>/people/<num:player>/", parts.row, name="api-season-row"),
    path("seasons/<num:pk>/questions/", questions.questions, name="api-season-questions"),
    path("clubs/<num:pk>/evenings/", creating.club_evenings, name="api-club-evenings"),
    path("leagues/<num:pk>/seasons/", creating.league_seasons, name="api-league-seasons"),
    path("seasons/<num:pk>/next/", creating.season_follow, name="api-season-follow"),
    path("clubs/<num:pk>/people-import/", importing.people, name="api-people-import"),
    path("clubs/<num:pk>/people-import/look/", importing.people_look, name="api-people-import-look"),
    path("clubs/<num:pk>/results-import/", importing.results, name="api-results-import"),
    path("clubs/<num:pk>/results-import/look/", importing.results_look, name="api-results-import-look"),
    path("clubs/<num:pk>/imports/", imports_made.imports, name="api-imports"),
    path("clubs/<num:pk>/imports/<slug:made>/", imports_made.import_made, name="api-import"),
    path(
        "clubs/<num:pk>/imports/<slug:made>/take-back/", imports_made.take_back, name="api-import-take-back"
    ),
    path("clubs/<num:pk>/season-import/", importing.season, name="api-season-import"),
    path("clubs/<num:pk>/season-import/look/", importing.season_look, name="api-season-import-look"),
    *of_evenings(OF_EVENINGS),
    *of_seasons(OF_SEASONS),
    path("progressive/round/", round, name="api-progressive-round"),
    path("progressive/prizes/", prizes, name="api-progressive-prizes"),
]
