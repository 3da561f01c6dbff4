"""Cards that were shown at a table: the judge says who won, and a hand is kept as it was typed."""

from collections.abc import Collection, Mapping, Sequence

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import pool, showing, three_stakes
from games.rules.brag import HAND_SIZE
from games.rules.cards import Card, parse_cards
from tournaments.evening.selectors.tables import AtTable

OTHERS_WON = _("By the cards shown, %(others)s won. Correct the winner or the cards.")

Hand = tuple[Card, ...]


def hands_of(shown: Mapping[int, str]) -> dict[int, Hand]:
    """The cards that were typed, by entry. RuleError at ``cards-<entry>``."""
    return {entry: parse_cards(_texts(text), f"cards-{entry}") for entry, text in shown.items()}


def _texts(text: str) -> list[str]:
    """Cards as people type them, with spaces between or without."""
    packed = "".join(text.split())
    return [packed[at : at + 2] for at in range(0, len(packed), 2)]


def as_typed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def winners_by(
    at: AtTable, deal: int, hands: Mapping[int, Hand], called: Collection[int], told: Collection[int]
) -> tuple[int, ...]:
    """Who won by the cards of all who called. RuleError where somebody else was told to have won."""
    for entry in (*called, *told):
        if entry not in hands:
            raise RuleError(
                f"cards-{entry}",
                _(
                    "%(who)s is among the players who called. Enter the cards of %(who)s too, or "
                    "remove the cards of all players."
                ),
                who=entry,
            )
    seats = _chairs(at)
    clockwise = pool.clockwise((seats[entry] for entry in at.playing), at.dealer(deal))
    try:
        order = showing.staking_order(at.play.game, clockwise, [seats[entry] for entry in hands])
        won = showing.judge(at.play.game, {seats[entry]: cards for entry, cards in hands.items()}, order)
    except RuleError as error:
        raise _at_person(error, at) from None
    winners = tuple(at.chairs[chair] for chair in won)
    if told and set(told) != set(winners):
        raise RuleError(
            "winners",
            OTHERS_WON,
            others=winners,
        )
    return winners


def won_by(
    at: AtTable, deal: int, hands: Mapping[int, Hand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    """Who won each of three stakes: a hand's first card was turned up, a fourth one drawn."""
    for entry in at.playing:
        if len(hands.get(entry, ())) not in (HAND_SIZE, HAND_SIZE + 1):
            raise RuleError(
                f"cards-{entry}",
                _(
                    "Enter three cards for each player, the card turned up first. Add the drawn card if "
                    "there was one."
                ),
            )
    seats = _chairs(at)
    by_chair = {seats[entry]: hands[entry] for entry in at.playing}
    try:
        won = three_stakes.winners_of_three(
            at.play.game,
            dealer=at.dealer(deal),
            hands={chair: cards[:HAND_SIZE] for chair, cards in by_chair.items()},
            turned_up={chair: cards[0] for chair, cards in by_chair.items()},
            drawn={chair: cards[HAND_SIZE] for chair, cards in by_chair.items() if cards[HAND_SIZE:]},
            still_in=[seats[entry] for entry in still_in],
        )
    except RuleError as error:
        raise _at_person(error, at) from None
    third = None if won.third is None else at.chairs[won.third]
    return at.chairs[won.first], at.chairs[won.second], third


def _chairs(at: AtTable) -> dict[int, int]:
    return {entry: chair for chair, entry in at.chairs.items()}


def _at_person(error: RuleError, at: AtTable) -> RuleError:
    """The judge's refusal at that person's cards, whose chair it names; or at who called."""
    _field, _dot, chair = error.field.rpartition(".")
    if chair == "still_in":
        error.field = "in_call"
    if chair.isdigit():
        error.field = f"cards-{at.chairs[int(chair)]}"
    return error
