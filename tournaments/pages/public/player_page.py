"""One person's evening without an account, and the list of names that leads there."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.core.kinds.dealing import rounds_of
from tournaments.core.kinds.scores import NOTHING
from tournaments.core.movement import position
from tournaments.core.movement.chairs import HEAD, Place
from tournaments.core.ranking.settled import Settled
from tournaments.core.record import Presence, Seat, Stage, StakeKind
from tournaments.facts.running.access import public_names_of
from tournaments.models import Evening
from tournaments.pages.kinds.progress import Progress
from tournaments.pages.public.player_page_types import SEATLESS, STANDS, Mate, Mine, Now, Spot, Way
from tournaments.pages.public.player_path import path_of, sign_of
from tournaments.pages.public.public_view import PublicView
from tournaments.pages.running.next_tables import titles_of
from tournaments.words import briefly, plain, worded

BEFORE_PLAY = (Stage.CHECK_IN, Stage.SEATED)
SINCE_BELL = ("late", "by_hand", "levelled")


def mine(view: PublicView, entry: int) -> Mine | None:
    """One person's page. None if nobody of that number takes part in the evening."""
    return _Page(view, entry).mine() if entry in view.names else None


class _Page:
    """One evening, looked at by one person."""

    def __init__(self, view: PublicView, entry: int) -> None:
        self.view, self.facts, self.names, self.entry = view, view.facts, view.names, entry
        self.settings, self.stage, self.play = view.settings, view.stage, view.facts.play
        self.round, self.preview, self.playing = view.round, view.after_bell, view.playing
        self.places = {seat.round: seat for seat in self.facts.seats if seat.entry == entry}
        self.last = max((t.position for t in self.facts.tables if t.round == self.round), default=0)
        self.titles = titles_of(self.facts, self.round)
        seat = self.places.get(self.round)
        self.how_far = view.progress.get(seat.position, Progress()) if seat else Progress()

    def mine(self) -> Mine:
        now = self._now()
        seat = self.places.get(self.round)
        sits = seat is not None and now not in STANDS
        way = self._way(now) if sits else None
        told = self.view.told if now is Now.FINISHED else None
        taken = self.view.chips
        balance, deal = (
            self.view.counters.get(self.entry),
            self.how_far.deal if now in (Now.PLAYING, Now.MOVES) else "",
        )
        return Mine(
            play=self.play,
            entry=self.entry,
            name=self.names[self.entry],
            now=now,
            round=self.round,
            rounds=rounds_of(self.facts),
            deal=": ".join(filter(None, (deal, self.how_far.cards if deal else ""))),
            tables=self.last,
            spot=self._spot(_place(seat)) if seat and sits else None,
            coming=self.view.coming.get(self.entry) if not sits else None,
            mates=self._mates(seat.position) if seat and sits else (),
            way=way,
            why_not=self._why_not() if now in SEATLESS else self._why_nobody() if now is Now.CHECKED else (),
            broke=sits and now is not Now.DRAWN and balance is not None and balance <= 0,
            fresh=self._fresh(now),
            stake=self.settings.stake,
            banker=self.view.banker,
            counters=balance,
            scored=self.view.scored.get(self.entry, NOTHING),
            yellow=sum(chip.entry == self.entry for chip in taken),
            path=path_of(self.facts, self.entry, taken) if self.stage not in BEFORE_PLAY else (),
            settled=self._settled(now),
            place=told.places.get(self.entry) if told else None,
            people=len(told.places) if told else 0,
            prizes=told.prizes_of(self.entry) if told else (),
            hidden=told.hidden if told else 0,
        )

    def _now(self) -> Now:
        if self.stage in (Stage.SETTLING, Stage.FINISHED):
            return Now(self.stage)
        if self.stage is Stage.CHECK_IN:
            return Now.CHECKED_IN
        state = position.presence_of(self.facts, self.entry, self.round + 1)
        if not state.plays:
            return Now.PAUSED if state is Presence.PAUSED else Now.LEFT
        if self.round not in self.places or self.entry not in self.playing:
            here = position.presence_of(self.facts, self.entry, self.round).plays
            sits_out = self.play.format.sits_out and (here or self.entry in self.gone)
            if sits_out and self.stage is Stage.PLAYING:
                return self._seatless()
            return Now.FULL if here and self.stage is Stage.PLAYING else Now.WAITING
        if self.stage is Stage.SEATED:
            return Now.DRAWN
        return self._at_bell()

    @property
    def gone(self) -> frozenset[int]:
        return self.facts.play.format.without_seat(self.facts, self.round)

    def _seatless(self) -> Now:
        """Without a seat in the game that is played."""
        if self.entry in self.play.format.byes(self.facts, self.round):
            return Now.BYE
        return Now.OUT if self.entry in self.gone else Now.SITS_OUT

    def _why_not(self) -> tuple[str, ...]:
        """Why the draw had no seat for this person."""
        if not self.places and self.entry in self.gone:
            return (gettext("The knockout started before you arrived."),)
        made = self.view.moves.get(self.entry, [])
        return tuple(moved_in_public(why, figures, self.names) for why, figures in made)

    def _why_nobody(self) -> tuple[str, ...]:
        """Why everybody stays at this bell; nothing while it brings new seats, which are checked first."""
        if self.preview is None or self.preview.bell.moves or (self.preview.drawn and not self.preview.over):
            return ()
        return (worded(self.preview.bell.verdicts[self.entry], self.names),)

    def _at_bell(self) -> Now:
        if self.preview is None:
            if self.view.undone is not None:
                return Now.BACK
            seat = self.places[self.round]
            return Now.MOVES if self.view.arrives(seat.position) else Now.PLAYING
        if self.preview.ready:
            return Now.CHECKED
        cutting = {entry for _round, need in self.preview.cuts for entry in need.among}
        return Now.CUT if self.entry in cutting and not self.preview.still_out else Now.BELL

    def _spot(self, place: Place) -> Spot:
        table, last = place.position, self.play.format.booby(self.last)
        title = self.titles.get(table, "")
        return Spot(table, place.chair, last > 1 and table == HEAD, last > 1 and table == last, title)

    def _mates(self, table: int) -> tuple[Mate, ...]:
        """Who sits at the table."""
        seats = [
            (seat.chair, seat.entry)
            for seat in position.seats_of(self.facts, self.round)
            if seat.position == table and seat.entry in self.playing
        ]
        points = self.how_far.points if self.how_far.whole and self.stage is Stage.PLAYING else {}
        return tuple(
            Mate(
                chair,
                self.names[entry],
                entry == self.entry,
                plain(points[entry]) if entry in points else "",
            )
            for chair, entry in seats
        )

    def _way(self, now: Now) -> Way | None:
        """The way that was come since the round before, or back to it where its bell was undone."""
        seat, before = self.places[self.round], self.places.get(self.round - 1)
        if now is Now.BACK:
            away = (self.view.undone or {}).get(self.entry, seat.position) != seat.position
            return Way("back" if away else "stay", None, self._spot(_place(seat)), ())
        made = [] if now is Now.DRAWN else self.view.moves.get(self.entry, [])
        since_bell = bool(made) and made[-1][0] in SINCE_BELL
        told = [moved_in_public(why, figures, self.names) for why, figures in made]
        if not told and (before is None or self.view.last_bell is None):
            return None
        start = before.position if before and not since_bell else None
        came_from = self.play.format.came_from(start)
        if now is not Now.MOVES:
            start = came_from
        sign = "stay" if start == seat.position else sign_of(came_from, seat.position)
        other = before is not None and before.chair != seat.chair
        if self.view.corrected and self.entry in self.view.corrected.entries:
            told = [gettext("A result was corrected after this move.")]
        return Way(sign, start, self._spot(_place(seat)), tuple(told or self._why_stayed()), other_seat=other)

    def _why_stayed(self) -> list[str]:
        """A stay is not written down: it is worked out again, and told if it is still what happened."""
        if self.view.last_bell is None:
            return []
        bell = self.view.last_bell.bell
        stayed = all(move.entry != self.entry for move in bell.moves)
        verdict = bell.verdicts.get(self.entry)
        return [briefly(verdict.code, verdict.figures, self.names)] if stayed and verdict else []

    def _fresh(self, now: Now) -> bool:
        """Whether a fresh stake was taken at the last bell."""
        return now in (Now.MOVES, Now.PLAYING, Now.BELL, Now.CHECKED, Now.CUT) and any(
            stake.entry == self.entry and stake.round == self.round and stake.kind is StakeKind.FRESH
            for stake in self.facts.stakes
        )

    def _settled(self, now: Now) -> Settled | None:
        if now not in (Now.SETTLING, Now.FINISHED):
            return None
        return self.view.settled.get(self.entry)


def moved_in_public(why: str, figures: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A move's reason. What the organiser gave as the reason of a move by hand is not for everybody."""
    if why == "by_hand":
        return gettext("The organiser changed this seat.")
    return briefly(why, figures, names)


def _place(seat: Seat) -> Place:
    return Place(seat.position, seat.chair)


@dataclass(frozen=True)
class Named:
    """A line of the list of names; ``letter`` where a new one of the alphabet begins."""

    entry: int
    name: str
    letter: str


def names_a_to_z(evening: Evening) -> tuple[Named, ...]:
    """Everybody checked in by the public name, as one looks for it: case and accents do not count."""
    here = public_names_of(evening, withdrawn=False)
    return lettered(sorted(here.items(), key=lambda row: (_plain(row[1]), row[1], row[0])))


def lettered(rows: Iterable[tuple[int, str]]) -> tuple[Named, ...]:
    """The sorted names, with a letter at the first of each."""
    named, before = [], ""
    for entry, name in rows:
        letter = _plain(name)[:1].upper()
        named.append(Named(entry, name, letter if letter != before else ""))
        before = letter
    return tuple(named)


def _plain(name: str) -> str:
    spelled = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in spelled if not unicodedata.combining(sign)).casefold()
