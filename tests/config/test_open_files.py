"""How files are shared among connections, and that the limit is raised."""

import subprocess
import sys
from itertools import pairwise

import pytest
from django.conf import settings

from config.server.open_files import FILES_OF_A_PAGE, OWN_FILES, share_files
from tests.deploy.compose import ROOT

FILES = [64, 100, 128, 256, 512, 1000, 1024, 2048, 4096, 6000, 65536, 2**20]


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("asked", [(0, 0), (200, 0), (100_000, 50_000), (0, 10_000)])
def test_everything_fits_into_the_limit(files, asked):
    room = share_files(files, *asked)
    assert OWN_FILES + room.pages_at_once * FILES_OF_A_PAGE + room.pages + room.streams <= files
    assert 1 <= room.streams_each <= room.streams
    assert 1 <= room.pages_each < room.pages
    assert room.pages_at_once >= 2


def test_more_files_never_mean_less_room():
    rooms = [share_files(files) for files in range(64, 9000, 7)]
    for fewer, more in pairwise(rooms):
        assert more.pages >= fewer.pages
        assert more.pages + more.streams >= fewer.pages + fewer.streams


def test_a_usual_machine_has_the_usual_numbers():
    room = share_files(8192)
    assert (room.streams, room.streams_each, room.pages, room.pages_each) == (4000, 1000, 1000, 750)


def test_the_operator_says_how_many_streams():
    room = share_files(8192, 200, 150)
    assert (room.streams, room.streams_each) == (200, 150)
    assert share_files(256, 200, 200).streams < 200


def test_settings_have_the_room_of_this_process():
    assert settings.ROOM.streams == settings.LIVE_STREAMS
    assert settings.ROOM.streams_each == settings.LIVE_STREAMS_EACH


def limits(shell: str) -> list[str]:
    """What a process reports that this shell starts: the limit that it raised, and the one that it has."""
    program = (
        "import resource as r; from config.server.open_files import raise_limit; "
        "print(raise_limit(), r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    command = ["sh", "-c", f'{shell}; exec "$0" -c "$1"', sys.executable, program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_the_limit_is_raised_to_the_hard_one():
    assert limits("ulimit -Sn 256 && ulimit -Hn 700") == ["700", "700"]
