"""Knockout: the best of each table, or of all, go on, until one table plays the final.

The main field are the people who can still win. In each game somebody is knocked out: at every table of the
main field, or among all of them. So the field becomes smaller until it fits on one table.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.chance import order_by_lot
from tournaments.core.draws.drawing import (
    NextRound,
    Past,
    Seating,
    choose_idle,
    explain_sitting_out,
    order_chairs,
)
from tournaments.core.draws.mixing import mix_games
from tournaments.core.evening import Facts
from tournaments.core.formats.whole_games import GamesByStanding, History
from tournaments.core.movement.seating import (
    build_seated_tables,
    list_expected,
    list_presences,
    list_seats,
    list_table_numbers,
)
from tournaments.core.movement.table_sizes import adjust_wish, choose_sizes
from tournaments.core.ranking.metrics import Game
from tournaments.core.reasons import Reason
from tournaments.core.results.standings import settle_people
from tournaments.core.settings import ThroughOf


class Knockout(GamesByStanding):
    """A person who is knocked out cannot win any more. They have a seat only if there is a consolation.

    The main field is read from the actual seats, not from results. So a later correction sends nobody back
    whose game has begun.
    """

    key = "knockout"
    terms = ("game", "bye", "consolation", "lot")
    title = _("Knockout")
    sentence = _(
        "Whole games. The best players of each table go on, the others are out. One table plays the final."
    )
    unused = GamesByStanding.unused - {"through", "through_of", "consolation"} | {"games"}
    length = ""
    winner = _("Winner of the knockout")

    def count_rounds(self, facts: Facts) -> None:
        return None

    def refuse_last(self) -> None:
        raise StateError("round", _("A knockout ends with its final. To end it earlier, settle up."))

    def refuse_mixing(self, number: int) -> None:
        """Refuse to mix or add tables once people are knocked out. A table plays to win, or it does not."""
        if number > 1:
            raise StateError(
                "table",
                _("In a knockout the tables stay as drawn. Move or swap players by hand."),
            )

    def draw_next_seats(self, facts: Facts, number: int) -> NextRound | None:
        history, settings = History(facts, number), facts.settings
        wanted = adjust_wish(history.game.wanted, len(list_seats(facts, 1)))
        game = replace(history.game, wanted=wanted)
        seated = build_seated_tables(facts, number)
        field = MainField(
            number,
            tuple(
                tuple(history.numbers[player.entry] for player in seated[table].players)
                for table in self.find_main_tables(facts, number)
            ),
            frozenset(history.numbers[entry] for entry in self.find_byes(facts, number)),
        )
        return draw_next_round(
            history.people,
            history.past,
            field,
            {history.numbers[entry]: figures for entry, figures in _compute_figures(facts, number).items()},
            KnockoutRules(game, settings.through, settings.through_of, history.seed),
            consolation=settings.consolation,
        )

    def list_ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        return ("reached", "stage", *of_game)

    def find_main_tables(self, facts: Facts, number: int) -> tuple[int, ...]:
        """Return the game's tables in the main field. The other tables play for consolation."""
        main = next((played.main for played in facts.rounds if played.number == number), 0)
        tables = list_table_numbers(facts, number)
        return tuple(table for table in tables if not main or table <= main)

    def find_byes(self, facts: Facts, number: int) -> tuple[int, ...]:
        """Return who goes on without playing the game. In game 1: everybody for whom the draw had no seat."""
        if number == 1:
            seated = {seat.entry for seat in list_seats(facts, 1)}
            return tuple(entry for entry in list_expected(facts, 1) if entry not in seated)
        return next((played.byes for played in facts.rounds if played.number == number), ())

    def find_contenders(self, facts: Facts, number: int) -> frozenset[int]:
        """Return who plays to win in the game, or has a bye."""
        main = self.find_main_tables(facts, number)
        seated = {seat.entry for seat in list_seats(facts, number) if seat.position in main}
        return frozenset(seated.union(self.find_byes(facts, number)))

    def is_final(self, facts: Facts, number: int) -> bool:
        """Return whether one table plays the game to win, and nobody has a bye."""
        return len(self.find_main_tables(facts, number)) == 1 and not self.find_byes(facts, number)

    def title_tables(self, facts: Facts, number: int) -> dict[int, str]:
        """Return the titles of the final and of the consolation tables."""
        final, main = self.is_final(facts, number), self.find_main_tables(facts, number)
        titles = {table: _("Consolation") for table in list_table_numbers(facts, number) if table not in main}
        return titles | (dict.fromkeys(main, _("Final")) if final else {})

    def find_unseated(self, facts: Facts, number: int) -> frozenset[int]:
        """Return who is present but plays neither to win nor for consolation."""
        if facts.settings.consolation or not number:
            return frozenset()
        here = list_presences(facts, number + 1)
        plays = frozenset(entry for entry, state in here.items() if state.plays)
        return plays - self.find_contenders(facts, number)

    def find_last_rounds(self, facts: Facts) -> dict[int, int]:
        """Return the last game in which each person played to win or had a bye; 0 if they came too late."""
        found = {seat.entry: 0 for seat in facts.seats}
        for played in facts.rounds:
            found |= dict.fromkeys(self.find_contenders(facts, played.number), played.number)
        return found

    def compute_stages(self, facts: Facts, played: Iterable[Game]) -> dict[tuple[int, int], int]:
        main = {one.number: self.find_main_tables(facts, one.number) for one in facts.rounds}
        return {
            (game.round, entry): points
            for game in played
            if game.table in main[game.round]
            for entry, points in game.gained.items()
        }


Figures = tuple[int | Fraction, ...]
"""The figures that people of one game are compared by, most important first; more is better.

The score of the game, its exact bids, the total of the evening.
"""

OUT = frozenset({"knocked_out", "knocked_out_all", "knocked_out_lot", "out_of_knockout"})
"""The reasons of people who left the main field. They have a seat only for consolation."""


@dataclass(frozen=True)
class KnockoutRules:
    """How many go on: ``through`` of each table, or ``through`` × tables of the whole field."""

    game: Ruleset
    through: int
    through_of: ThroughOf = ThroughOf.TABLE
    seed: str = ""  # of the seat draw, the same in every game


@dataclass(frozen=True)
class MainField:
    """The main field of one game: its tables, in order, and who had a bye."""

    number: int
    tables: Seating
    byes: frozenset[int] = frozenset()

    @property
    def final(self) -> bool:
        """Return whether everybody who is left sits at one table."""
        return len(self.tables) == 1 and not self.byes


def draw_next_round(
    people: Collection[int],
    past: Past,
    field: MainField,
    compared: Mapping[int, Figures],
    rules: KnockoutRules,
    *,
    consolation: bool = False,
) -> NextRound | None:
    """Return the game after that of ``field``, the main field's tables first; None when it is over.

    ``people``: those present. ``compared``: the figures of the field's game. A person without figures comes
    last. The knockout is over after the final, or if too few people are left for a table.
    """
    if field.final:
        return None
    here = set(people)
    going, why = _judge_field(field, compared, here, rules)
    if len(going) < rules.game.fewest:
        return None
    byes = sorted(going, key=past.sat_out.__getitem__)[: choose_sizes(len(going), rules.game).sits_out]
    why |= {entry: Reason("bye", {"players": len(going)}) for entry in byes}
    main = _seat_people([entry for entry in going if entry not in byes], past, rules)
    rest = here.difference(going)
    if not consolation or len(rest) < rules.game.fewest:
        without = order_by_lot(rest, f"{rules.seed}:{past.next}:out")
        why = {entry: Reason("out_of_knockout") for entry in rest} | why
        return NextRound(main, (*byes, *without), why, len(main))
    out = choose_idle(
        rest, past.sat_out, choose_sizes(len(rest), rules.game).sits_out, f"{rules.seed}:{past.next}"
    )
    others = rest.difference(out)
    beside = _seat_people(others, past, rules)
    why = {entry: Reason("consolation") for entry in others} | why | explain_sitting_out(out, past)
    return NextRound((*main, *beside), (*byes, *out), why, len(main))


def _judge_field(
    field: MainField, compared: Mapping[int, Figures], present: Collection[int], rules: KnockoutRules
) -> tuple[list[int], dict[int, Reason]]:
    """Return who of the field goes on, best first, and the reason for each person present.

    At least one person of each table, or of all, is knocked out. If too few would go on to fill a table,
    the best of the others go on as well.
    """

    def best_first(entries: Iterable[int]) -> list[int]:
        still_here = (entry for entry in entries if entry in present)
        by_lot = order_by_lot(still_here, f"{rules.seed}:{field.number}:ties")
        return sorted(by_lot, key=lambda entry: compared.get(entry, ()), reverse=True)

    going = [entry for entry in field.byes if entry in present]
    why = dict.fromkeys(going, Reason("goes_on_bye"))
    for group, through, figures in _split_groups(field, rules):
        order = best_first(group)
        going += order[:through]
        why |= _explain_verdicts(order, through, _rank_group(group, compared), figures)
    missing = max(0, rules.game.fewest - len(going))
    for entry in best_first(set().union(*field.tables).difference(going))[:missing]:
        going.append(entry)
        why[entry] = Reason("goes_on_filled", {"fewest": rules.game.fewest})
    return best_first(going), why


def _split_groups(
    field: MainField, rules: KnockoutRules
) -> Iterator[tuple[Sequence[int], int, dict[str, int]]]:
    """Yield groups that are compared, how many of each go on, and the figures of the reason."""
    if rules.through_of is ThroughOf.ALL:
        everybody = [entry for table in field.tables for entry in table]
        through = min(rules.through * len(field.tables), len(everybody) - 1)
        yield everybody, through, {"players": len(everybody)}
        return
    for number, table in enumerate(field.tables, 1):
        yield table, min(rules.through, len(table) - 1), {"table": number}


def _rank_group(group: Collection[int], compared: Mapping[int, Figures]) -> dict[int, int]:
    """Return each person's place within ``group``, including people who left since. Equals share a place."""
    better = sorted((compared.get(entry, ()) for entry in group), reverse=True)
    return {entry: better.index(compared.get(entry, ())) + 1 for entry in group}


def _explain_verdicts(
    order: Sequence[int], through: int, places: Mapping[int, int], figures: Mapping[str, int]
) -> dict[int, Reason]:
    """Return why each person, best first, goes on or is knocked out: by place, or by lot among equals."""
    on, out = ("goes_on_all", "knocked_out_all") if "players" in figures else ("goes_on", "knocked_out")
    why = {
        entry: Reason(on if number < through else out, {"place": places[entry], **figures})
        for number, entry in enumerate(order)
    }
    edge = {places[entry] for entry in order[through - 1 : through + 1]}
    if through < len(order) and len(edge) == 1:
        equals = [entry for entry in order if places[entry] in edge]
        for entry in equals:
            code = "goes_on_lot" if entry in order[:through] else "knocked_out_lot"
            why[entry] = Reason(code, {"others": tuple(sorted(set(equals) - {entry}))})
    return why


def _seat_people(people: Collection[int], past: Past, rules: KnockoutRules) -> Seating:
    """Seat these people so that few meet again. Lots decide the rest."""
    lots = iter(order_by_lot(people, f"{rules.seed}:{past.next}:tables"))
    by_lot = tuple(
        tuple(next(lots) for _chair in range(size)) for size in choose_sizes(len(people), rules.game).sizes
    )
    (tables,), _again = mix_games([by_lot], past, 0)
    return tuple(order_chairs(table, past, rules.seed) for table in tables)


def _compute_figures(facts: Facts, number: int) -> dict[int, Figures]:
    """Return the figures to compare: the gain in the game, its exact bids, and the evening's total."""
    kind = facts.play.kind
    game = replace(facts, pools=tuple(pool for pool in facts.pools if pool.round == number))
    totals = {entry: kind.find_total(one) or 0 for entry, one in settle_people(facts, {}).items()}
    return {entry: (*figures, totals.get(entry, 0)) for entry, figures in kind.compare_game(game).items()}
