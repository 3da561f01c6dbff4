"""The pages' addresses of a club's house rules."""

from django.urls import path

from games.house.views import house

urlpatterns = [
    path("clubs/<num:pk>/house-rules/", house.house_rules, name="house-rules"),
    path("clubs/<num:pk>/house-rules/new/", house.house_rules_new, name="house-rules-new"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", house.house_rules_edit, name="house-rules-edit"),
    path(
        "clubs/<num:pk>/house-rules/<num:rules>/retire/",
        house.house_rules_retire_page,
        name="house-rules-retire",
    ),
]
