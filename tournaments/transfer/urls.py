"""The addresses of imports and exports."""

from django.urls import URLPattern, path

from tournaments.transfer.views import exports, imports, imports_made, season_imports

IN_AN_EVENING: list[URLPattern] = [
    path("export.csv", exports.evening_standings, {"kind": "csv"}, name="evening-csv"),
    path("export.xlsx", exports.evening_standings, {"kind": "xlsx"}, name="evening-xlsx"),
    path("export.json", exports.evening_json, name="evening-json"),
]
IN_A_CLUB: list[URLPattern] = [
    path("import/", imports.tables, name="import"),
    path("imports/<slug:made>/", imports_made.take_back, name="import-made"),
    path("import/season/", season_imports.season, name="import-season"),
    path("players.csv", exports.players_list, {"kind": "csv"}, name="players-csv"),
    path("players.xlsx", exports.players_list, {"kind": "xlsx"}, name="players-xlsx"),
    path("players.json", exports.players_json, name="players-json"),
]
IN_A_SEASON: list[URLPattern] = [
    path("export.csv", exports.season_standings, {"kind": "csv"}, name="season-csv"),
    path("export.xlsx", exports.season_standings, {"kind": "xlsx"}, name="season-xlsx"),
    path("export.json", exports.season_json, name="season-json"),
]
