"""The addresses of the people of an evening."""

from django.urls import URLPattern, path

from tournaments.attendance import views

IN_AN_EVENING: list[URLPattern] = [
    path("check-in/", views.check_in, name="check-in"),
    path("roles/", views.roles, name="roles"),
    path("check-in/list/", views.check_in_from_list, name="check-in-list"),
    path("people/", views.people, name="people"),
    path("people/<num:entry>/", views.person, name="person"),
    path("people/<num:entry>/<slug:what>/", views.change, name="person-change"),
    path("people/<num:entry>/<slug:what>/look/", views.look_at, name="person-look"),
    path("tables/add/", views.table_add, name="table-add"),
    path("tables/add/look/", views.table_add_look, name="table-add-look"),
    path("tables/level/", views.level, name="tables-level"),
    path("tables/<num:table>/close/", views.table_close, name="table-close"),
    path("deals/", views.deals, name="deals"),
]
