"""The pages' addresses of a person's own account and tokens."""

from django.urls import path

from accounts.account import views

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/email/", views.Address.as_view(), name="account_email"),
    path("account/email/confirm/", views.Sent.as_view(), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", views.Confirm.as_view(), name="account_confirm_email"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<num:pk>/revoke/", views.token_end, name="token-revoke"),
    path("language/", views.language, name="language"),
]
