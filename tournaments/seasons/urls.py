"""The addresses of leagues and seasons."""

from django.urls import URLPattern, path

from tournaments.seasons.views import (
    closing,
    first_seats,
    leagues,
    parts,
    pictures,
    prizes,
    questions,
    seasons,
)

IN_AN_EVENING: list[URLPattern] = [
    path("season-seats/", first_seats.first_seats, name="season-seats"),
    path("pictures/", pictures.pictures, name="pictures"),
    path("pictures/<slug:which>.svg", pictures.picture, name="picture"),
]
IN_A_CLUB: list[URLPattern] = [
    path("leagues/", leagues.leagues, name="leagues"),
]
IN_A_SEASON: list[URLPattern] = [
    path("", seasons.season, name="season"),
    path("settings/", seasons.settings, name="season-settings"),
    path("evenings/", parts.evenings, name="season-evenings"),
    path("evenings/<num:evening>/", parts.evening, name="season-evening"),
    path("people/", parts.people, name="season-people"),
    path("people/<num:player>/", questions.row, name="season-row"),
    path("questions/<num:question>/", questions.question, name="season-question"),
    path("people/stand/", parts.standings, name="season-standings"),
    path("people/add/", parts.person, name="season-person"),
    path("pictures/", pictures.season_pictures, name="season-pictures"),
    path("pictures/<slug:which>.svg", pictures.season_picture, name="season-picture"),
    path("prizes/", prizes.prizes, name="season-prizes"),
    path("prizes/list/", prizes.prize_list, name="season-prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="season-prize-edit"),
    path("prizes/give/", prizes.give, name="season-prize-give"),
    path("prizes/take-back/", prizes.take_back, name="season-prize-take-back"),
    path("certificates/", prizes.certificates, name="season-certificates"),
    path("book/", seasons.book, name="season-book"),
    path("versions/", seasons.versions, name="season-versions"),
    path("versions/<num:version>/", seasons.version, name="season-version"),
    path("close/", closing.close, name="season-close"),
    path("reopen/", closing.reopen, name="season-reopen"),
    path("rewrite/", closing.rewrite, name="season-rewrite"),
    path("next/", closing.following, name="season-next"),
]
PAGES: list[URLPattern] = [
    path("leagues/<num:pk>/", leagues.league, name="league"),
    path("leagues/<num:pk>/seasons/new/", leagues.season_new, name="season-new"),
    path("leagues/<num:pk>/remove/", leagues.remove, name="league-remove"),
]
