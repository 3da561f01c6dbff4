"""The scores of bids and tricks, and the winners of a deal."""

from collections.abc import Sequence
from itertools import product

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.deals import BidGame, DealPlan, Hand, Madness
from games.rules.schedules import check_called, check_players


def score(game: BidGame, deal: DealPlan, hand: Hand) -> int:
    """Return the points of one player's deal. ``score_deal`` checks whether the hand is possible."""
    points = game.points.exact if hand.bid == hand.tricks else game.points.missed
    return points(hand, deal) + game.revoke * hand.revokes


def score_deal(
    game: BidGame, deal: DealPlan, hands: Sequence[Hand], leader: int | None = None
) -> tuple[int, ...]:
    """Return everybody's points, in the order of ``hands``, by seat. ``leader`` led the first trick.

    ``bidding.check_bids`` checks whether bids were allowed. RuleError at ``players``, ``call``, ``tricks``,
    ``took``, or at ``bids``, ``tricks``, ``took`` or ``revokes`` with ``.<seat>``.
    """
    check_players(game, len(hands))
    check_called(deal)
    for seat, hand in enumerate(hands):
        _check_hand(deal, hand, seat)
    tricks = sum(hand.tricks for hand in hands)
    if tricks != deal.cards:
        raise RuleError(
            "tricks",
            _("The tricks total %(tricks)s. They must total %(cards)s."),
            tricks=tricks,
            cards=deal.cards,
        )
    if deal.madness is not Madness.NONE or any(hand.took for hand in hands):
        _check_took(deal, hands)
    if game.revoke:
        _check_revokes(deal, hands, leader)
    return tuple(score(game, deal, hand) for hand in hands)


def refuse_uncounted(game: BidGame, deal: DealPlan, hands: Sequence[Hand]) -> None:
    """Refuse revokes, or the numbers of tricks won, if they do not matter in the game.

    RuleError at ``revokes.<seat>`` or ``took.<seat>``.
    """
    for seat, hand in enumerate(hands):
        if hand.revokes and not game.revoke:
            raise RuleError(f"revokes.{seat}", _("This game does not count revokes."))
        if hand.took and deal.madness is Madness.NONE:
            raise RuleError(
                f"took.{seat}",
                _(
                    "Enter only the number of tricks that each player won. Do not enter which tricks they "
                    "were."
                ),
            )


def find_best(scores: Sequence[int], hands: Sequence[Hand]) -> tuple[int, ...]:
    """Return the indexes of a deal's winners: highest score; among equals an exact bid, then more tricks."""
    merits = [
        (points, hand.bid == hand.tricks, hand.tricks) for points, hand in zip(scores, hands, strict=True)
    ]
    return tuple(place for place, merit in enumerate(merits) if merit == max(merits))


def _check_hand(deal: DealPlan, hand: Hand, seat: int) -> None:
    checks.read_whole(hand.bid, f"bids.{seat}", 0, 0 if deal.misere else deal.cards)
    checks.read_whole(hand.tricks, f"tricks.{seat}", 0, deal.cards)
    checks.read_whole(hand.revokes, f"revokes.{seat}", 0, deal.cards)


def _check_revokes(deal: DealPlan, hands: Sequence[Hand], leader: int | None) -> None:
    """Refuse revokes in a trick that the player led, and in the last trick, in which all have one card.

    The winner of a trick leads the next one. The winners of the last two tricks are unknown, and perhaps
    the first leader. Any that make these revokes possible are assumed. RuleError at ``revokes.<seat>``.
    """
    seats = range(len(hands))
    tricks = [hand.tricks for hand in hands]
    ends = [(seat,) for seat in seats] if deal.cards == 1 else list(product(seats, repeat=2))
    ends = [end for end in ends if all(end.count(seat) <= tricks[seat] for seat in end)]

    def can_be(seat: int, first: int, end: tuple[int, ...]) -> bool:
        led = (seat == first) + tricks[seat] - end.count(seat)
        return hands[seat].revokes <= max(0, deal.cards - 1 - led)

    ways = list(product(seats if leader is None else [leader], ends))
    if any(all(can_be(seat, *way) for seat in seats) for way in ways):
        return
    alone = (seat for seat in seats if not any(can_be(seat, *way) for way in ways))
    wrong = next(alone, next(seat for seat in seats if hands[seat].revokes))
    raise RuleError(
        f"revokes.{wrong}",
        _(
            "%(revokes)s revokes are impossible here. The first player to a trick cannot revoke, and "
            "nobody can in the last trick."
        ),
        revokes=hands[wrong].revokes,
    )


def _check_took(deal: DealPlan, hands: Sequence[Hand]) -> None:
    """Check who took which trick. Madness needs this, because each trick has its own points."""
    taken: set[int] = set()
    for seat, hand in enumerate(hands):
        field = f"took.{seat}"
        if len(checks.read_list(hand.took, field)) != hand.tricks:
            raise RuleError(
                field, _("Enter the numbers of the tricks won: there must be %(tricks)s."), tricks=hand.tricks
            )
        for trick in hand.took:
            checks.read_whole(trick, field, 1, deal.cards)
            if trick in taken:
                raise RuleError(field, _("Trick %(trick)s is entered twice."), trick=trick)
            taken.add(trick)
