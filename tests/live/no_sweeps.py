"""Settings of a worker that makes no sweep by itself, for a test of the tasks for the moment."""

from config.settings import *  # noqa: F403

SWEEP_AFTER = 3600.0
