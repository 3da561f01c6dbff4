"""The pages' addresses of a person's own account and tokens."""

from django.urls import path

from accounts.account.views import account

urlpatterns = [
    path("account/", account.account, name="account"),
    path("account/email/", account.Address.as_view(), name="account_email"),
    path("account/email/confirm/", account.Sent.as_view(), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", account.Confirm.as_view(), name="account_confirm_email"),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<num:pk>/revoke/", account.token_end, name="token-revoke"),
    path("language/", account.language, name="language"),
]
