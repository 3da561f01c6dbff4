"""The addresses of the bell and the clock."""

from django.urls import URLPattern, path

from tournaments.bell.views import bell

IN_A_ROUND: list[URLPattern] = [
    path("ring/", bell.ring, name="bell-ring"),
    path("clock/", bell.clock, name="round-clock"),
    path("cut/", bell.cut, name="cut"),
    path("draw-cuts/", bell.draw_cut, name="cut-draw"),
    path("apply/", bell.apply, name="moves-apply"),
    path("moves-keep/", bell.keep, name="moves-keep"),
]
IN_AN_EVENING: list[URLPattern] = [
    path("draw-cuts/", bell.draw_cuts, name="cuts-draw"),
    path("undo/", bell.undo, name="bell-undo"),
    path("undo/look/", bell.undo_look, name="bell-undo-look"),
    path("replay/", bell.replay, name="moves-replay"),
    path("replay/look/", bell.replay_look, name="moves-replay-look"),
]
