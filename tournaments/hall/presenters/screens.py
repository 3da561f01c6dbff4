"""The result on the projector: each prize when it is announced, the podium, all prizes, and the standings.

During play the projector shows in turn how the evening stands: the leaders, yellow chips, the best deal, and
how many counters there are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from math import ceil

from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.names import make_sort_key, shorten_names
from tournaments.base.pictures.svg import measure_width
from tournaments.base.words import describe_round, fill_sentence, format_counters, get_figure_title
from tournaments.core.evening import Play
from tournaments.core.results.standings import rank_evening
from tournaments.hall.presenters.layout import (
    COLUMNS,
    GAP,
    HIGH,
    LEAST_SIZE,
    LINE,
    LIST_GAP,
    SIZES,
    WIDE,
    Fitted,
    NameRow,
    fit_name,
    measure_word,
)
from tournaments.hall.presenters.published import ON_A_STEP, PODIUM, Announcement, PublicLine, PublicView
from tournaments.prizes.presenters.prizes import PrizeDisplay

PRIZES, LINES, SINGLE = 8, 26, 11
"""The most prizes on a screen; the most lines of the standings in two columns, and in a single one."""
STEP, STEP_NAME, FIRST_NAME = (WIDE - 4 * GAP) / 3, 40, 48
"""In px, as in the style sheet: a step's width, and the sizes of names on steps and on the first step."""
COLUMN, CELL, LETTERS, TITLES = (WIDE - 32) / 2, 16, 32, 24
"""In px: the width of a column of the standings, the space beside a cell's text, and the sizes of type.

``LETTERS``: of lines. ``TITLES``: of column titles.
"""
SHARED = gettext_noop("%(metric)s: %(figure)s each. The winners are equal in everything that counts.")
"""Why several win a prize, without their names."""
WINNERS_TOGETHER = 6
"""Up to this many winners stand one below the other."""
PRIZE_TITLE, REASON, REASON_WIDE, PATH_HIGH = 160, 32, 1080, 256
"""In px, of a prize: the height of its title and the gaps; the size and width of its reason; a path."""
LEADERS, LEADER, LEADERS_WIDE = 10, 40, 520
"""The most people on a screen during play; the size of their names, and the width for a name in px."""


@dataclass(frozen=True)
class Highlight:
    """A screen's one fact: a title, what is large, and a sentence."""

    title: str
    large: str
    words: str = ""


@dataclass(frozen=True)
class Screen:
    """One screen: a prize with its winner's ``path`` as SVG, the podium, some prizes, or some lines.

    ``winners``: of the prize, in columns. ``why``: why they win it. ``podium``: the lines of each place, in
    the order of the steps from left to right. ``chips``: people with their yellow chips. ``fact``: something
    about the evening so far.
    """

    label: str
    prize: PrizeDisplay | None = None
    winners: tuple[tuple[Fitted, ...], ...] = ()
    why: str = ""
    path: str = ""
    podium: tuple[tuple[PublicLine, ...], ...] = ()
    prizes: tuple[PrizeDisplay, ...] = ()
    lines: tuple[tuple[PublicLine, ...], ...] = ()
    chips: tuple[PublicLine, ...] = ()
    fact: Highlight | None = None


def list_figure_titles(play: Play, chips: int) -> tuple[str, ...]:
    """Return the titles of the standings' figures. ``chips``: the number of columns for yellow chips."""
    return (gettext("Place"), get_figure_title(play), *[gettext("Yellow")] * chips)


def make_screens(
    announcement: Announcement, draw_path: Callable[[int, str], str], titles: Sequence[str] = ()
) -> tuple[Screen, ...]:
    """Return the screens. While prizes are hidden: the prize announced last, else all titles.

    ``titles``: of the standings' columns of figures.
    """
    newest = announcement.newest
    if newest is None and announcement.hidden:
        return _make_prize_screens(announcement.prizes)
    giant: tuple[Screen, ...] = ()
    if newest is not None:
        path = draw_path(*newest.winners[0]) if len(newest.winners) == 1 else ""
        why = _describe_winning(newest)
        winners = fit_winners(newest.names, _measure_beside_winners(why, path))
        giant = (Screen(gettext("Prizes"), prize=newest, winners=winners, why=why, path=path),)
        if announcement.hidden:
            return giant
    short = shorten_names(line.name for line in announcement.lines)
    podium = _make_podium(
        [replace(line, fitted=_fit_on_step(line, short[line.name])) for line in announcement.lines]
    )
    standing = _make_standing_screens(announcement.lines, short, titles)
    return (*giant, *podium, *_make_prize_screens(announcement.prizes), *standing)


def _fit_on_step(line: PublicLine, short: str) -> Fitted:
    size = FIRST_NAME if line.place == 1 else STEP_NAME
    return fit_name(NameRow(line.name, short=short), STEP / size, size)


def _describe_winning(prize: PrizeDisplay) -> str:
    """Return why they win the prize. Names of equal winners are not repeated: they stand above."""
    if prize.why is None:
        return ""
    return fill_sentence(SHARED, prize.why.figures, {}) if prize.why.code == "prize_shared" else prize.why


def _measure_beside_winners(why: str, path: str) -> float:
    """Return the height of what a prize's screen shows besides its winners, in px."""
    reason = ceil(REASON * measure_width(why) / REASON_WIDE) * 1.25 * REASON
    return PRIZE_TITLE + reason + (PATH_HIGH if path else 0)


def fit_winners(names: Sequence[str], beside: float) -> tuple[tuple[Fitted, ...], ...]:
    """Return the winners in columns, each name on its line, in the largest type. A few have one column.

    Empty if nobody wins. ``beside``: the height of the rest of the screen, in px.
    """
    if not names:
        return ()
    short = shorten_names(names)
    for size in SIZES:
        for columns in COLUMNS[: 1 if len(names) <= WINNERS_TOGETHER else None]:
            longest, room = ceil(len(names) / columns), (WIDE - LIST_GAP * (columns - 1)) / columns / size
            fitted = [fit_name(NameRow(name, short=short[name]), room, size) for name in names]
            is_whole = all(name.size == size and name.lines == 1 for name in fitted)
            is_low = longest * LINE * size <= HIGH - beside
            # The smallest names may be too long for a column, but not too many.
            if is_low and (is_whole or size == LEAST_SIZE):
                return _split_winners(fitted, longest)
    return _split_winners(fitted, longest)


def _split_winners(fitted: Sequence[Fitted], longest: int) -> tuple[tuple[Fitted, ...], ...]:
    return tuple(tuple(fitted[start : start + longest]) for start in range(0, len(fitted), longest))


def _make_podium(lines: Sequence[PublicLine]) -> tuple[Screen, ...]:
    """Return the podium: the second, the first, the third. None with fewer than two places."""
    best = takewhile(lambda line: line.place <= PODIUM, lines)
    steps = [tuple(equal) for _place, equal in groupby(best, key=lambda line: line.place)]
    if len(steps) < 2 or any(len(step) > ON_A_STEP for step in steps):
        return ()
    first, second, *third = steps
    return (Screen(gettext("Podium"), podium=(second, first, *third)),)


def _make_prize_screens(prizes: Sequence[PrizeDisplay]) -> tuple[Screen, ...]:
    label = gettext("Prizes")
    return tuple(
        Screen(label, prizes=tuple(prizes[start : start + PRIZES])) for start in range(0, len(prizes), PRIZES)
    )


def _make_standing_screens(
    lines: Sequence[PublicLine], short: Mapping[str, str], titles: Sequence[str]
) -> tuple[Screen, ...]:
    """Return the standings: in one column if they are short, or if a word is too long for two."""
    figures = sum(
        max(TITLES * measure_width(title), LETTERS * measure_width("000")) + CELL for title in titles
    )
    wide = COLUMN - CELL - figures
    rows = [NameRow(line.name, short=short[line.name]) for line in lines]
    is_single = len(lines) <= SINGLE or any(LEAST_SIZE * measure_word(row) > wide for row in rows)
    beside, most = (1, SINGLE) if is_single else (2, LINES)
    columns = ceil(len(lines) / most) * beside
    longest = ceil(len(lines) / columns) if lines else 1
    fitted = (
        _fit_leaders(lines)
        if is_single
        else [
            replace(line, fitted=fit_name(row, wide / LETTERS, LETTERS))
            for line, row in zip(lines, rows, strict=True)
        ]
    )
    parts = [tuple(fitted[start : start + longest]) for start in range(0, len(fitted), longest)]
    label = gettext("Standings")
    return tuple(
        Screen(label, lines=tuple(parts[start : start + beside])) for start in range(0, len(parts), beside)
    )


def make_play_screens(view: PublicView) -> tuple[Screen, ...]:
    """Return how the evening stands, for the pages between the tables.

    The standings stay secret in the last round, so that the prizes surprise people.
    """
    if not view.facts.pools:
        return ()
    is_last = view.round == view.facts.round_count
    return (
        *(() if is_last else _make_leader_screens(view)),
        *_make_chip_screens(view),
        *_make_fact_screens(view),
    )


def _make_leader_screens(view: PublicView) -> tuple[Screen, ...]:
    counts = Counter(chip.entry for chip in view.chips)
    rows = rank_evening(view.facts, counts)[:LEADERS]
    if any(view.play.kind.find_total(row) is None for row in rows):
        return ()
    lines = _fit_leaders(
        [
            PublicLine(
                row.place, row.entry, view.names[row.entry], row.net, row.yellow or 0, row.score, row.hands
            )
            for row in rows
        ]
    )
    return (Screen(gettext("Standings"), lines=(lines,)),) if lines else ()


def _make_chip_screens(view: PublicView) -> tuple[Screen, ...]:
    counts = Counter(chip.entry for chip in view.chips)
    people = sorted(counts, key=lambda entry: (-counts[entry], make_sort_key(view.names[entry])))
    lines = _fit_leaders(
        [PublicLine(0, entry, view.names[entry], None, counts[entry]) for entry in people[:LEADERS]]
    )
    return (Screen(gettext("Yellow chips"), chips=lines),) if lines else ()


def _fit_leaders(lines: Sequence[PublicLine]) -> tuple[PublicLine, ...]:
    short, room = shorten_names(line.name for line in lines), LEADERS_WIDE / LEADER
    return tuple(
        replace(line, fitted=fit_name(NameRow(line.name, short=short[line.name]), room, LEADER))
        for line in lines
    )


def _make_fact_screens(view: PublicView) -> Iterator[Screen]:
    """Yield the best deal, and how many counters there are, where every person's counters are known."""
    won = [
        (view.play.kind.find_deal_gain(line) or 0, pool, line.entry)
        for pool in view.facts.pools
        for line in pool.lines
        if line.won and line.entry in view.names
    ]
    figure, pool, entry = max(won, key=lambda deal: deal[0], default=(0, view.facts.pools[0], 0))
    if figure > 0:
        where = {
            "round": describe_round(view.play, pool.round),
            "table": pool.position,
            "figure": format_counters(figure),
        }
        words = gettext("%(round)s, table %(table)s: %(figure)s in one deal") % where
        yield Screen(
            gettext("Best deal"), fact=Highlight(gettext("The best deal so far"), view.names[entry], words)
        )
    held = view.counters.values()
    total = 0 if None in held else sum(filter(None, held))
    if total:
        words = ngettext("%(n)s counter is on the tables", "All %(n)s counters are on the tables", total)
        yield Screen(gettext("Counters"), fact=Highlight("", words % {"n": total}))
