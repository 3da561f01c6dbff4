"""The pages of each format."""

from collections.abc import Mapping

from tournaments.core.evening import Format
from tournaments.evening.presenters.formats.drawn import DrawnPages
from tournaments.evening.presenters.formats.format import FormatPages
from tournaments.evening.presenters.formats.games import GamesPages
from tournaments.evening.presenters.formats.ladder import LadderPages
from tournaments.evening.presenters.formats.moving import MovingPages

PAGES: Mapping[str, FormatPages] = {
    "moving": MovingPages(),
    "games": GamesPages(),
    "drawn": DrawnPages(),
    "ladder": LadderPages(),
}


def format_pages(format: Format) -> FormatPages:
    """Return what pages show otherwise in the format."""
    return format.of(PAGES)
