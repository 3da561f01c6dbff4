"""Settings of a server whose streams never look by themselves, for a test of what the broker tells them."""

from config.settings import *  # noqa: F403
from tournaments.base import fanout

fanout.BEAT = 3600.0
