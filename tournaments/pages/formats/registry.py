"""The pages of each format."""

from collections.abc import Mapping

from tournaments.core.evening import Format
from tournaments.pages.formats.drawn import DrawnPages
from tournaments.pages.formats.format import FormatPages
from tournaments.pages.formats.games import GamesPages
from tournaments.pages.formats.ladder import LadderPages
from tournaments.pages.formats.moving import MovingPages

PAGES: Mapping[str, FormatPages] = {
    "moving": MovingPages(),
    "games": GamesPages(),
    "drawn": DrawnPages(),
    "ladder": LadderPages(),
}


def format_pages(format: Format) -> FormatPages:
    """Return what pages show otherwise in the format."""
    return format.of(PAGES)
