"""Signing in, the first run, and a club's list of players."""

from accounts.account import urls as account
from accounts.clubs import urls as clubs
from accounts.players import urls as players
from accounts.signing import urls as signing

urlpatterns = [*signing.urlpatterns, *account.urlpatterns, *clubs.urlpatterns, *players.urlpatterns]
