"""The pages' addresses of a club's house rules."""

from django.urls import path

from games.house import views

urlpatterns = [
    path("clubs/<num:pk>/house-rules/", views.house_rules, name="house-rules"),
    path("clubs/<num:pk>/house-rules/new/", views.house_rules_new, name="house-rules-new"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", views.house_rules_edit, name="house-rules-edit"),
    path(
        "clubs/<num:pk>/house-rules/<num:rules>/retire/",
        views.house_rules_retire_page,
        name="house-rules-retire",
    ),
]
