"""The addresses of leagues and seasons."""

from django.urls import URLPattern, path

from tournaments.seasons.views import leagues, prizes, seasons
from tournaments.seasons.views import seasons as views_seasons
from tournaments.seasons.views.prizes import (
    close,
    evening,
    evenings,
    following,
    people,
    person,
    reopen,
    rewrite,
    standings,
)
from tournaments.seasons.views.seasons import question, row

IN_AN_EVENING: list[URLPattern] = [
    path("season-seats/", views_seasons.first_seats, name="season-seats"),
    path("pictures/", views_seasons.pictures, name="pictures"),
    path("pictures/<slug:which>.svg", views_seasons.picture, name="picture"),
]
IN_A_CLUB: list[URLPattern] = [
    path("leagues/", leagues.leagues, name="leagues"),
]
IN_A_SEASON: list[URLPattern] = [
    path("", seasons.season, name="season"),
    path("settings/", seasons.settings, name="season-settings"),
    path("evenings/", evenings, name="season-evenings"),
    path("evenings/<num:evening>/", evening, name="season-evening"),
    path("people/", people, name="season-people"),
    path("people/<num:player>/", row, name="season-row"),
    path("questions/<num:question>/", question, name="season-question"),
    path("people/stand/", standings, name="season-standings"),
    path("people/add/", person, name="season-person"),
    path("pictures/", views_seasons.season_pictures, name="season-pictures"),
    path("pictures/<slug:which>.svg", views_seasons.season_picture, name="season-picture"),
    path("prizes/", prizes.prizes, name="season-prizes"),
    path("prizes/list/", prizes.prize_list, name="season-prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="season-prize-edit"),
    path("prizes/give/", prizes.give, name="season-prize-give"),
    path("prizes/take-back/", prizes.take_back, name="season-prize-take-back"),
    path("certificates/", prizes.certificates, name="season-certificates"),
    path("book/", seasons.book, name="season-book"),
    path("versions/", seasons.versions, name="season-versions"),
    path("versions/<num:version>/", seasons.version, name="season-version"),
    path("close/", close, name="season-close"),
    path("reopen/", reopen, name="season-reopen"),
    path("rewrite/", rewrite, name="season-rewrite"),
    path("next/", following, name="season-next"),
]
PAGES: list[URLPattern] = [
    path("leagues/<num:pk>/", leagues.league, name="league"),
    path("leagues/<num:pk>/seasons/new/", leagues.season_new, name="season-new"),
    path("leagues/<num:pk>/remove/", leagues.remove, name="league-remove"),
]
