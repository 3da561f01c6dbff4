"""What each process loads: the worker and beat show no page."""

import subprocess
import sys

LOAD = """
import sys
from config.celery import app
app.loader.init_worker()
pages = ("config.urls", "tournaments.views", "tournaments.admin")
print([name for name in sys.modules if name.startswith(pages)])
print("tournaments.sweep" in app.tasks)
"""


def test_the_worker_and_beat_load_no_page():
    """Pages and their forms are half of what a process of the program needs in memory."""
    loaded = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, check=True, text=True)
    assert loaded.stdout.splitlines() == ["[]", "True"]
