"""The API's addresses of a club's house rules."""

from django.urls import path

from games.house.api import house

urlpatterns = [
    path("clubs/<num:pk>/house-rules/", house.house_rules, name="api-house-rules"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", house.house_rules_one, name="api-house-rules-one"),
    path("clubs/<num:pk>/house-rules/<num:rules>/retire/", house.retire, name="api-house-rules-retire"),
]
