"""What the start says about screens."""

from config.server.open_files import room_for
from tournaments.management.commands.up import room_in_words


def test_the_start_says_how_many_screens_can_listen():
    assert room_in_words(room_for(8192)) == "Up to 4000 screens can listen at a time, 1000 of one address."
    assert room_in_words(room_for(256)).splitlines() == [
        "Up to 64 screens can listen at a time, 48 of one address.",
        "For more screens, raise the limit of open files, which is 256 (ulimit -Hn).",
    ]
