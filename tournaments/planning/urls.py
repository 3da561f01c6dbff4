"""The addresses of the club's evenings."""

from django.urls import URLPattern, path

from tournaments.planning import views

IN_AN_EVENING: list[URLPattern] = [
    path("settings/", views.evening_settings, name="evening-settings"),
    path("plan/", views.plan, name="evening-plan"),
    path("remove/", views.remove, name="evening-remove"),
    path("correct/", views.correct, name="evening-correct"),
    path("correct/look/", views.correct_look, name="evening-correct-look"),
    path("rehearse/", views.rehearse, name="rehearsal-start"),
    path("rehearse/end/", views.end, name="rehearsal-end"),
    path("open/", views.open_check_in, name="check-in-open"),
]
IN_A_CLUB: list[URLPattern] = [
    path("", views.club, name="club"),
    path("evenings/new/", views.evening_new, name="evening-new"),
]
PAGES: list[URLPattern] = [
    path("", views.home, name="home"),
]
