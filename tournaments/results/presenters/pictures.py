"""Pictures of an evening, a season and a rating. Each has a table with the same figures.

Pictures can show a secret: ``draw_evening_pictures`` leaves out what only the organiser may see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.phrases import phrase
from tournaments.base.pictures.bump import draw_bump
from tournaments.base.pictures.lines import SMALL, Axis, draw_lines
from tournaments.base.pictures.own import Floor, Room, draw_own_way, floor
from tournaments.base.pictures.svg import Frame, Series, format_figure
from tournaments.base.words import get_figure_title
from tournaments.core.evening import Facts, Play
from tournaments.core.results import records as results_records
from tournaments.core.results.records import Way
from tournaments.evening.presenters.kinds import get_kind_pages
from tournaments.evening.selectors.tables import TableOfRound

MOST = 60
"""The maximum number of people that readers can distinguish in one picture."""
ENDS = 15
"""The number of people drawn at the top and at the bottom if there are more, besides the chosen one."""
BRIGHT = 3
"""The number of first players in colour."""


@dataclass(frozen=True)
class PictureRow:
    """A line of the table beside a picture."""

    person: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A picture as SVG, with its values as a table: ``heads`` are the columns.

    ``left_out``: the number of people who are not drawn, because there are too many.
    """

    key: str
    title: str
    text: str
    across: str
    heads: tuple[str, ...]
    rows: tuple[PictureRow, ...]
    svg: str
    left_out: int = 0


@dataclass(frozen=True)
class PictureStyle:
    """The style of pictures: the person to highlight, and whether a picture is a file of its own."""

    player: int | None = None
    is_file: bool = False


PLAINLY = PictureStyle()
Draw = Callable[[Frame, Sequence[Series], bool], str]
"""A function that draws people; ``many``: they are only some of many."""


def draw_evening_pictures(
    facts: Facts, style: PictureStyle = PLAINLY, *, secret: bool = False
) -> tuple[Picture, ...]:
    """Return the evening's available pictures. ``secret``: only who sat where, without results."""
    pictures = [_draw_tables(facts, style, () if secret else _find_leaders(facts))]
    if not secret:
        pictures += [_draw_places(facts, style), _draw_figures(facts, style)]
    return tuple(picture for picture in pictures if picture)


def _find_leaders(facts: Facts) -> tuple[int, ...]:
    """Return everybody by their newest place, or else by counters or points; the best first."""
    places = results_records.list_places(facts)
    ways, sign = (places, 1) if places else (results_records.list_figures(facts), -1)
    newest = {who: sign * way[max(way)] for who, way in ways.items() if way}
    return tuple(sorted(newest, key=lambda who: (newest[who], who)))


def _draw_tables(facts: Facts, style: PictureStyle, leaders: Sequence[int]) -> Picture | None:
    """Draw everybody's path through the tables, if people move between tables. ``leaders`` are in colour."""
    paths = facts.play.format.find_paths(facts)
    if not paths or len(facts.rounds) < 2:
        return None
    people = _collect_people(facts, paths, range(1, len(facts.rounds) + 1))
    titles = _list_table_titles(facts)

    def draw(frame: Frame, series: Sequence[Series], many: bool) -> str:
        axis = Axis(gettext("Table"), is_inverted=True)
        return draw_lines(frame, series, axis) if many else draw_bump(frame, series, titles)

    return _draw_picture(
        "tables",
        gettext("All players’ paths through the tables"),
        gettext("Table 1 is at the top. The order within a table has no meaning."),
        people,
        style,
        draw,
        down=gettext("Table"),
        leaders=leaders,
    )


def _draw_places(facts: Facts, style: PictureStyle) -> Picture | None:
    """Draw everybody's place after each game."""
    paths = results_records.list_places(facts)
    people = _collect_people(facts, paths, sorted({number for way in paths.values() for number in way}))

    return _draw_picture(
        "places",
        gettext("Every player’s place, game by game"),
        gettext("The standings after each game. First place is at the top."),
        people,
        style,
        _draw_by_place,
        down=gettext("Place"),
    )


def _draw_by_place(frame: Frame, series: Sequence[Series], many: bool) -> str:
    return (
        draw_lines(frame, series, Axis(gettext("Place"), is_inverted=True))
        if many
        else draw_bump(frame, series)
    )


def _draw_figures(facts: Facts, style: PictureStyle) -> Picture | None:
    """Draw counters or points over the rounds."""
    paths = results_records.list_figures(facts)
    people = _collect_people(
        facts, paths, range(1, 1 + max((n for way in paths.values() for n in way), default=0))
    )
    key, titled = get_kind_pages(facts.play.kind).picture
    title = phrase(facts.play, titled)
    text = phrase(facts.play, "Everybody’s counters so far, with fresh stakes.")

    def draw(frame: Frame, series: Sequence[Series], many: bool) -> str:
        return draw_lines(frame, series, Axis(get_figure_title(facts.play), zero=True))

    return _draw_picture(key, title, text, people, style, draw, best=max)


@dataclass(frozen=True)
class _People:
    """The people in a picture, and its columns."""

    columns: tuple[str, ...]
    across: str
    series: tuple[Series, ...]


def _collect_people(facts: Facts, paths: Mapping[int, Way], numbers: Sequence[int]) -> _People:
    """Return everybody's path through the rounds, with a word for a late start or an early end."""
    across = phrase(facts.play, "Round")
    if not numbers:
        return _People((), across, ())
    names, first, last = facts.names, numbers[0], numbers[-1]
    series = []
    for entry, way in paths.items():
        if way:
            came, went = min(way), max(way)
            series.append(
                Series(
                    entry,
                    names[entry],
                    tuple(way.get(number) for number in numbers),
                    gettext("from %(round)s") % {"round": came} if came != first else "",
                    gettext("to %(round)s") % {"round": went} if went != last else "",
                )
            )
    return _People(tuple(map(str, numbers)), across, tuple(series))


def _draw_picture(
    key: str,
    title: str,
    text: str,
    people: _People,
    style: PictureStyle,
    draw: Draw,
    best: Callable[[float, float], float] = min,
    *,
    down: str = "",
    leaders: Sequence[int] | None = None,
) -> Picture | None:
    """Draw the people with their table; None without people. Of too many, draw both ends of the order.

    The chosen person is in colour; without one the first three of the ``leaders`` are, by default of those
    who stayed to the end. ``down``: the title of the vertical axis, if ``draw`` has none of its own.
    """
    series = [line for line in people.series if line.filled_columns]
    if not series:
        return None
    finished_lines = sorted(series, key=lambda line: _order(line, best))
    many = len(finished_lines) > MOST
    if many:
        present = [line.who for line in finished_lines if not line.went]
        ends = {*present[:ENDS], *present[-ENDS:], style.player}
        finished_lines = [line for line in finished_lines if line.who in ends]
    entries_drawn = {line.who for line in finished_lines}
    if leaders is None:
        leaders = [line.who for line in finished_lines if not line.went]
    first = tuple(who for who in leaders if who in entries_drawn)[:BRIGHT]
    bright = (style.player,) if style.player in entries_drawn else first
    text = " ".join((text, *_explain_lines(finished_lines, bright)))
    chosen = style.player
    frame = Frame(key, title, text, people.columns, people.across, chosen, style.is_file, bright, down)
    return Picture(
        key,
        title,
        text,
        people.across,
        people.columns,
        tuple(
            PictureRow(line.who, line.name, tuple(map(format_figure, line.values))) for line in finished_lines
        ),
        draw(frame, [line for line in series if line.who in entries_drawn], many),
        len(series) - len(entries_drawn),
    )


def _explain_lines(series: Sequence[Series], bright: Sequence[int]) -> Iterator[str]:
    """Yield what the dotted lines and the colours mean, if the picture has them."""
    names = {line.who: line.name for line in series}
    if any(line.filled_columns[-1] - line.filled_columns[0] >= len(line.filled_columns) for line in series):
        yield gettext("A dotted line means that the player was not at a table.")
    if bright:
        yield gettext("In colour: %(names)s") % {"names": ", ".join(names[who] for who in bright)}


def _order(series: Series, best: Callable[[float, float], float]) -> tuple[bool, float, int]:
    """Return the sort key: people there to the end, the best first; then people who left, last first."""
    end = series.filled_columns[-1]
    value = series.values[end] or 0.0
    return bool(series.went), value if best is min else -value, series.who


def _list_table_titles(facts: Facts) -> tuple[str, ...]:
    """Return the tables' names. The last table is the booby table if it was one all evening."""
    lasts = {table.round: table.position for table in sorted(facts.tables, key=lambda table: table.position)}
    last = max(lasts.values())
    titles = [gettext("Table %(n)s") % {"n": number} for number in range(1, last + 1)]
    for number in range(1, last + 1):
        table = TableOfRound(play=facts.play, table=number, last=last)
        if table.is_head:
            titles[number - 1] = gettext("Head table")
        elif table.is_booby and len(set(lasts.values())) == 1:
            titles[number - 1] = gettext("Booby table")
    return tuple(titles)


def floor_of(facts: Facts, room: Room) -> Floor | None:
    """Return the floor for drawing a player's path; None unless people move between tables and have moved."""
    paths = facts.play.format.find_paths(facts)
    if not paths or len(facts.rounds) < 2:
        return None
    people = _collect_people(facts, paths, range(1, len(facts.rounds) + 1))
    return floor(people.series, people.columns, many=len(people.series) > MOST, room=room)


def draw_own_path(play: Play, floor: Floor | None, entry: int, name: str) -> str:
    """Draw a player's own path through the tables as SVG; "" if there is none. Nobody else is named."""
    if floor is None:
        return ""
    title = gettext("%(name)s’s path through the tables") % {"name": name}
    text = gettext("Table 1 is at the top. Other players’ paths are in the background.")
    across, down = phrase(play, "Round"), gettext("Table")
    return draw_own_way(Frame("own", title, text, floor.columns, across, chosen=entry, down=down), floor)


def draw_season_places(
    key: str,
    title: str,
    evenings: Sequence[str],
    people: Sequence[tuple[int, str, Sequence[int | None]]],
    style: PictureStyle = PLAINLY,
) -> Picture | None:
    """Draw the places in a season after each evening.

    ``people``: a number, a name, and the place after each evening; None without a place yet.
    """
    series = tuple(Series(player, name, tuple(places)) for player, name, places in people)
    text = gettext("Every player’s place after each evening. First place is at the top.")
    columns = _People(tuple(evenings), gettext("Evening"), series)
    return _draw_picture(key, title, text, columns, style, _draw_by_place, down=gettext("Place"))


def draw_rating(key: str, title: str, evenings: Sequence[str], ratings: Sequence[float]) -> str:
    """Draw a rating over time as a small SVG; "" for fewer than two. ``evenings``: names of the columns."""
    if len(ratings) < 2:
        return ""
    text = gettext("The rating after each evening.")
    frame = Frame(key, title, text, tuple(evenings), "", chosen=0)
    return draw_lines(frame, [Series(0, title, tuple(ratings))], Axis(gettext("Rating")), SMALL)
