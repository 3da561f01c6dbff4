"""The addresses of a player over the evenings."""

from django.urls import URLPattern, path

from tournaments.records import views

IN_A_CLUB: list[URLPattern] = [
    path("players/<num:player>/forget/", views.forget, name="player-forget"),
    path("players/<num:player>/data/", views.person, name="player-data"),
    path("players/<num:player>/record/", views.record, name="player-record"),
    path("players/<num:player>/merge/", views.merge, name="player-merge"),
    path("players/<num:player>/unmerge/", views.unmerge, name="player-unmerge"),
    path("ratings/", views.ratings, name="ratings"),
    path("groups/", views.groups, name="groups"),
    path("groups/<num:group>/", views.group, name="group"),
    path("groups/<num:group>/delete/", views.delete_group, name="group-delete"),
]
PAGES: list[URLPattern] = [
    path("account/data.json", views.data, name="account-data"),
    path("account/delete/", views.delete, name="account-delete"),
]
