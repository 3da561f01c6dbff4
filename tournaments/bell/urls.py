"""The addresses of the bell and the clock."""

from django.urls import URLPattern, path

from tournaments.bell import views

IN_A_ROUND: list[URLPattern] = [
    path("ring/", views.ring, name="bell-ring"),
    path("clock/", views.clock, name="round-clock"),
    path("cut/", views.cut, name="cut"),
    path("draw-cuts/", views.draw_cut, name="cut-draw"),
    path("apply/", views.apply, name="moves-apply"),
    path("moves-keep/", views.keep, name="moves-keep"),
]
IN_AN_EVENING: list[URLPattern] = [
    path("draw-cuts/", views.draw_cuts, name="cuts-draw"),
    path("undo/", views.undo, name="bell-undo"),
    path("undo/look/", views.undo_look, name="bell-undo-look"),
    path("replay/", views.replay, name="moves-replay"),
    path("replay/look/", views.replay_look, name="moves-replay-look"),
]
