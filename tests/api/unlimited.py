"""The settings of a server that may be asked, and guessed at, without end."""

from config.settings import *  # noqa: F403
from config.settings import FAILURES as LIMITED

CALCULATOR_RATE = API_RATE = "1000000/s"
FAILURES = dict.fromkeys(LIMITED, (1000000, 1))
