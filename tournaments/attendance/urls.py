"""The addresses of the people of an evening."""

from django.urls import URLPattern, path

from tournaments.attendance.views import checkin, people

IN_AN_EVENING: list[URLPattern] = [
    path("check-in/", checkin.check_in, name="check-in"),
    path("roles/", checkin.roles, name="roles"),
    path("check-in/list/", checkin.check_in_from_list, name="check-in-list"),
    path("people/", people.people, name="people"),
    path("people/<num:entry>/", people.person, name="person"),
    path("people/<num:entry>/<slug:what>/", people.change, name="person-change"),
    path("people/<num:entry>/<slug:what>/look/", people.look_at, name="person-look"),
    path("tables/add/", people.table_add, name="table-add"),
    path("tables/add/look/", people.table_add_look, name="table-add-look"),
    path("tables/level/", people.level, name="tables-level"),
    path("tables/<num:table>/close/", people.table_close, name="table-close"),
    path("deals/", people.deals, name="deals"),
]
