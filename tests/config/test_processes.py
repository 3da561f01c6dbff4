"""What each process loads: the worker and beat show no page."""

import subprocess
import sys

SHOWN = """
pages = ("config.urls", "tournaments.views", "tournaments.admin")
print([name for name in sys.modules if name.startswith(pages)])
"""
WORKER = """
import sys
from config.celery import app
app.loader.init_worker()
print("tournaments.sweep" in app.tasks)
"""
BEAT = """
import sys
from config import beat
scheduler = beat.service().scheduler
print(type(scheduler).__module__, scheduler.schedule["sweep"].task, "tournaments.models" in sys.modules)
"""


def said(code: str) -> list[str]:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return ran.stdout.splitlines()


def test_the_worker_loads_no_page():
    """Pages and their forms are half of what a process of the program needs in memory."""
    assert said(WORKER + SHOWN) == ["True", "[]"]


def test_beat_loads_no_app():
    """It knows the sweep by its name, and loads what a sweep needs when it must make one itself."""
    assert said(BEAT + SHOWN) == ["config.celery_retry tournaments.sweep False", "[]"]
