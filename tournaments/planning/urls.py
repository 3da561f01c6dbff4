"""The addresses of the club's evenings."""

from django.urls import URLPattern, path

from tournaments.planning.views import clubs, evenings, plan, prepare

IN_AN_EVENING: list[URLPattern] = [
    path("settings/", prepare.evening_settings, name="evening-settings"),
    path("plan/", plan.plan, name="evening-plan"),
    path("remove/", evenings.remove, name="evening-remove"),
    path("correct/", evenings.correct, name="evening-correct"),
    path("correct/look/", evenings.correct_look, name="evening-correct-look"),
    path("rehearse/", plan.rehearse, name="rehearsal-start"),
    path("rehearse/end/", plan.end, name="rehearsal-end"),
    path("open/", prepare.open_check_in, name="check-in-open"),
]
IN_A_CLUB: list[URLPattern] = [
    path("", clubs.club, name="club"),
    path("evenings/new/", prepare.evening_new, name="evening-new"),
]
PAGES: list[URLPattern] = [
    path("", clubs.home, name="home"),
]
