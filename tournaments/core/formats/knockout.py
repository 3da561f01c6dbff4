"""Knockout: the best of each table, or of all, go on, until one table plays the final.

The main field are those who can still win it. At every table of it, or among all, somebody is knocked
out in each game, so it grows smaller until it fits on one table.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.chance import in_drawn_order
from tournaments.core.draws.drawing import NextRound, Past, Seating, idle, in_chairs, why_out
from tournaments.core.draws.mixing import mixed
from tournaments.core.evening import Facts
from tournaments.core.formats import main_field
from tournaments.core.formats.by_standing import games_by_standing
from tournaments.core.formats.history import History
from tournaments.core.formats.settings_of import OF_LADDER, OF_MOVES
from tournaments.core.movement import position
from tournaments.core.movement.table_sizes import later, table_sizes
from tournaments.core.reasons import Reason
from tournaments.core.results.settlement import settlement
from tournaments.core.settings import ThroughOf

Figures = tuple[int | Fraction, ...]
"""What people of one game are compared by, first things first, more is better: the score of the game,
its exact bids, the total of the evening."""

OUT = frozenset({"knocked_out", "knocked_out_all", "knocked_out_lot", "out_of_knockout"})
"""The reasons of those who are in the main field no more, and have no seat unless one for consolation."""


@dataclass(frozen=True)
class Rules:
    """How many go on, and of whom: ``through`` of each table, or ``through`` × tables of all."""

    game: Ruleset
    through: int
    of: ThroughOf = ThroughOf.TABLE
    seed: str = ""  # of the seat draw, the same in every game


@dataclass(frozen=True)
class Field:
    """The main field of one game: its tables, from the first, and who had a bye in it."""

    number: int
    tables: Seating
    byes: frozenset[int] = frozenset()

    @property
    def final(self) -> bool:
        """Whether one table has everybody who is left."""
        return len(self.tables) == 1 and not self.byes


def next_round(
    people: Collection[int],
    past: Past,
    field: Field,
    compared: Mapping[int, Figures],
    rules: Rules,
    *,
    consolation: bool = False,
) -> NextRound | None:
    """The game after that of ``field``, the main field's tables first; None when it is over.

    ``people`` are here; ``compared`` are the figures of the field's game, and whoever has none comes last.
    It is over after the final, and when too few are left for a table.
    """
    if field.final:
        return None
    here = set(people)
    going, why = _verdicts(field, compared, here, rules)
    if len(going) < rules.game.fewest:
        return None
    byes = sorted(going, key=past.sat_out.__getitem__)[: table_sizes(len(going), rules.game).sits_out]
    why |= {entry: Reason("bye", {"players": len(going)}) for entry in byes}
    main = _seated([entry for entry in going if entry not in byes], past, rules)
    rest = here.difference(going)
    if not consolation or len(rest) < rules.game.fewest:
        without = in_drawn_order(rest, f"{rules.seed}:{past.next}:out")
        why = {entry: Reason("out_of_knockout") for entry in rest} | why
        return NextRound(main, (*byes, *without), why, len(main))
    out = idle(rest, past.sat_out, table_sizes(len(rest), rules.game).sits_out, f"{rules.seed}:{past.next}")
    others = rest.difference(out)
    beside = _seated(others, past, rules)
    why = {entry: Reason("consolation") for entry in others} | why | why_out(out, past)
    return NextRound((*main, *beside), (*byes, *out), why, len(main))


def _verdicts(
    field: Field, compared: Mapping[int, Figures], here: Collection[int], rules: Rules
) -> tuple[list[int], dict[int, Reason]]:
    """Who of the field goes on, best first; and why each of it who is here does, or does not.

    Somebody of each table, or of all, is always knocked out. If too few for a table would go on, the
    best of the others do as well.
    """

    def best_first(entries: Iterable[int]) -> list[int]:
        still_here = (entry for entry in entries if entry in here)
        by_lot = in_drawn_order(still_here, f"{rules.seed}:{field.number}:ties")
        return sorted(by_lot, key=lambda entry: compared.get(entry, ()), reverse=True)

    going = [entry for entry in field.byes if entry in here]
    why = dict.fromkeys(going, Reason("goes_on_bye"))
    for group, through, figures in _groups(field, rules):
        order = best_first(group)
        going += order[:through]
        why |= _why(order, through, _places(group, compared), figures)
    missing = max(0, rules.game.fewest - len(going))
    for entry in best_first(set().union(*field.tables).difference(going))[:missing]:
        going.append(entry)
        why[entry] = Reason("goes_on_filled", {"fewest": rules.game.fewest})
    return best_first(going), why


def _groups(field: Field, rules: Rules) -> Iterator[tuple[Sequence[int], int, dict[str, int]]]:
    """Those who are compared with each other, how many of them go on, and what is told of them."""
    if rules.of is ThroughOf.ALL:
        everybody = [entry for table in field.tables for entry in table]
        through = min(rules.through * len(field.tables), len(everybody) - 1)
        yield everybody, through, {"players": len(everybody)}
        return
    for number, table in enumerate(field.tables, 1):
        yield table, min(rules.through, len(table) - 1), {"table": number}


def _places(group: Collection[int], compared: Mapping[int, Figures]) -> dict[int, int]:
    """Places among all who played, also those who have gone since; equals share one."""
    better = sorted((compared.get(entry, ()) for entry in group), reverse=True)
    return {entry: better.index(compared.get(entry, ())) + 1 for entry in group}


def _why(
    order: Sequence[int], through: int, places: Mapping[int, int], figures: Mapping[str, int]
) -> dict[int, Reason]:
    """Why each of these, best first, goes on or is knocked out: by place, or by lot among equals."""
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


def _seated(people: Collection[int], past: Past, rules: Rules) -> Seating:
    """These at tables where few meet again, drawn by lot otherwise."""
    lots = iter(in_drawn_order(people, f"{rules.seed}:{past.next}:tables"))
    by_lot = tuple(
        tuple(next(lots) for _chair in range(size)) for size in table_sizes(len(people), rules.game).sizes
    )
    (tables,), _again = mixed([by_lot], past, 0)
    return tuple(in_chairs(table, past, rules.seed) for table in tables)


def _next_seats(facts: Facts, number: int) -> NextRound | None:
    history = History(facts, number)
    numbers = history.numbers
    wanted = later(history.game.wanted, len(position.seats_of(facts, 1)))
    rules = Rules(
        replace(history.game, wanted=wanted), facts.settings.through, facts.settings.through_of, history.seed
    )
    compared = _compared(facts, history.number)
    return next_round(
        history.people,
        history.past,
        _field(history),
        {numbers[entry]: figures for entry, figures in compared.items()},
        rules,
        consolation=facts.settings.consolation,
    )


def _field(history: History) -> Field:
    """Who played to win in the game, as it was seated."""
    facts, number, numbers = history.facts, history.number, history.numbers
    tables = position.tables_seated(facts, number)
    main = tuple(
        tuple(numbers[player.entry] for player in tables[at].players)
        for at in main_field.main_tables(facts, number)
    )
    byes = (numbers[entry] for entry in main_field.byes(facts, number))
    return Field(number, main, frozenset(byes))


def _compared(facts: Facts, number: int) -> dict[int, Figures]:
    """What people of the game are compared by: what it brought, its exact bids, and all of the evening."""
    kind = facts.play.kind
    game = replace(facts, pools=tuple(pool for pool in facts.pools if pool.round == number))
    totals = {entry: kind.total(one) or 0 for entry, one in settlement(facts, {}).items()}
    return {entry: (*figures, totals.get(entry, 0)) for entry, figures in kind.compared(game).items()}


def _refuse_last() -> None:
    raise StateError("round", _("A knockout ends with its final. To end it earlier, settle up."))


def _refuse_mixing(number: int) -> None:
    """Tables play to win or not: they are neither mixed nor added to once people are out."""
    if number > 1:
        raise StateError(
            "table",
            _("In a knockout the tables stay as drawn. Move or swap players by hand."),
        )


def _table_titles(facts: Facts, number: int) -> dict[int, str]:
    """The final, and the tables for consolation."""
    final, main = main_field.final(facts, number), main_field.main_tables(facts, number)
    titles = {table: _("Consolation") for table in position.positions(facts, number) if table not in main}
    return titles | (dict.fromkeys(main, _("Final")) if final else {})


KNOCKOUT = games_by_standing(
    key="knockout",
    terms=("game", "bye", "consolation", "lot"),
    title=_("Knockout"),
    sentence=_(
        "Whole games. The best players of each table go on, the others are out. One table plays the final."
    ),
    unused=frozenset({*OF_MOVES, *OF_LADDER, "games", "counting"}),
    rounds=lambda facts: None,
    length="",
    refuse_last=_refuse_last,
    next_seats=_next_seats,
    refuse_mixing=_refuse_mixing,
    ranking=lambda of_game: ("reached", "stage", *of_game),
    is_final=main_field.final,
    byes=main_field.byes,
    table_titles=_table_titles,
    without_seat=main_field.eliminated,
    reached=main_field.reached,
    stages=main_field.stages,
    winner=_("Winner of the knockout"),
)
