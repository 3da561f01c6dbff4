"""The rules library, for everybody, and the clubs' house rules."""

from django.urls import path

from games.catalogue import views as catalogue
from games.house import views as house

urlpatterns = [
    path("games/", catalogue.game_list, name="game-list"),
    path("games/<slug:key>/", catalogue.game, name="game"),
    path("games/<slug:key>/print/", catalogue.game_print, name="game-print"),
    path("games/<slug:key>/<slug:tool>/", catalogue.game_tool, name="game-tool"),
    path("clubs/<num:pk>/house-rules/", house.house_rules, name="house-rules"),
    path("clubs/<num:pk>/house-rules/new/", house.house_rules_new, name="house-rules-new"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", house.house_rules_edit, name="house-rules-edit"),
    path(
        "clubs/<num:pk>/house-rules/<num:rules>/retire/",
        house.house_rules_retire_page,
        name="house-rules-retire",
    ),
]
