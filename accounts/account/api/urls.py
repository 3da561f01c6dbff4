"""The API's addresses of a person's own account and tokens."""

from django.urls import path

from accounts.account.api import me

urlpatterns = [
    path("me/", me.me, name="api-me"),
    path("me/tokens/", me.tokens, name="api-tokens"),
    path("me/tokens/<num:pk>/", me.token, name="api-token"),
]
