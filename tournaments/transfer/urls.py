"""The addresses of imports and exports."""

from django.urls import URLPattern, path

from tournaments.transfer import views

IN_AN_EVENING: list[URLPattern] = [
    path("export.csv", views.evening_standings, {"kind": "csv"}, name="evening-csv"),
    path("export.xlsx", views.evening_standings, {"kind": "xlsx"}, name="evening-xlsx"),
    path("export.json", views.evening_json, name="evening-json"),
]
IN_A_CLUB: list[URLPattern] = [
    path("import/", views.tables, name="import"),
    path("imports/<slug:made>/", views.take_back, name="import-made"),
    path("import/season/", views.season, name="import-season"),
    path("players.csv", views.players_list, {"kind": "csv"}, name="players-csv"),
    path("players.xlsx", views.players_list, {"kind": "xlsx"}, name="players-xlsx"),
    path("players.json", views.players_json, name="players-json"),
]
IN_A_SEASON: list[URLPattern] = [
    path("export.csv", views.season_standings, {"kind": "csv"}, name="season-csv"),
    path("export.xlsx", views.season_standings, {"kind": "xlsx"}, name="season-xlsx"),
    path("export.json", views.season_json, name="season-json"),
]
