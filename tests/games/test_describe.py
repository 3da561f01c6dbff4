"""A game's page says what its rules are, whichever game, number of players and options."""

import itertools
from dataclasses import replace

import pytest

from games import describe
from games.describe import parts as describe_parts
from games.describe.parts import (
    RuleTable,
    describe_course,
    format_cards,
    format_number,
    format_signed,
    group_spans,
    join_words,
)
from games.rules.blackout import BLACKOUT
from games.rules.deals import BidGame, End, Hand, Points
from games.rules.options import Option
from games.rules.registry import RULESETS
from games.rules.ruleset import Ruleset
from games.rules.scoring import score

BIDS = [game for game in RULESETS.values() if isinstance(game, BidGame)]
HEADINGS = ["object", "cards", "deal", "bidding", "play", "score"]


def every_choice(game: Ruleset):
    """Some values of each option, in all combinations that the game allows."""

    def some(option: Option):
        if option.choices is not None:
            return list(option.choices)
        return [False, True] if isinstance(option.default, bool) else [option.default, option.most]

    for values in itertools.product(*map(some, game.options)):
        given = {option.key: value for option, value in zip(game.options, values, strict=True)}
        if not any(given[key] and given[other] for option in game.options for key, other in excluded(option)):
            yield game.choose(given)


def excluded(option: Option):
    return [(option.key, other) for other in option.excludes]


def text(game: Ruleset, players: int, options=None) -> str:
    """The whole page in one string."""
    told = describe.describe_rules(game, players, game.choose(options or {}))
    said = []
    for section in told:
        said += [section.title, *section.paragraphs, *section.listed, *section.after]
        for table in section.tables:
            said += [table.caption, *table.head, *itertools.chain(*table.rows)]
    return "\n".join(said)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_has_a_whole_page(key):
    game = RULESETS[key]
    assert describe.summarize(game)
    assert game.family in describe.FAMILIES
    assert bool(describe.describe_source(game)) == bool(game.document)
    for options in every_choice(game):
        fewest, most = game.find_player_range(options)
        for players in range(fewest, most + 1):
            told = describe.describe_rules(game, players, options)
            keys = [section.key for section in told]
            assert [key for key in keys if key in HEADINGS] == HEADINGS
            assert len(set(keys)) == len(keys)
            for section in told:
                assert section.title
                assert section.paragraphs or section.listed
                for said in (*section.paragraphs, *section.listed, *section.after):
                    assert said.strip()
                    assert "%(" not in said
                    assert "{" not in said


@pytest.mark.parametrize("game", BIDS, ids=lambda game: game.key)
def test_the_examples_are_the_scores_of_the_game(game):
    """Each line of a page's examples, scored anew."""
    if game.end is End.ALL_ROUNDS_WON:
        assert "If every bid is exact, the round is won." in text(game, game.fewest)
        return
    deals = game.schedule(game.fewest, game.choose({}))
    for section in describe.describe_rules(game, game.fewest, game.choose({})):
        for table in section.tables:
            at_misere = "misere" in table.caption
            deal = max(
                (deal for deal in deals if deal.misere == at_misere and not deal.by_call),
                key=lambda deal: deal.cards,
            )
            assert len(table.rows) >= 2
            for bid, won, points in table.rows:
                hand = Hand(int(bid), int(won))
                assert format_number(score(game, deal, hand)) == points


@pytest.mark.parametrize(
    ("key", "players", "options", "says"),
    [
        ("oh-well", 5, {}, "take 2 out unseen"),
        ("oh-well", 3, {}, "take 1 out unseen"),
        ("oh-well", 4, {}, "somebody reaches 100 points"),
        ("blackout-nullo", 4, {}, "The dealer bids first"),
        ("blackout-nullo", 4, {}, "Deal 13: There is no trump."),
        ("blackout-family", 5, {}, "All deals except no. 6: A bid may be changed"),
        ("blackout-family", 5, {"return": True}, "The deals of 5 cards: All bid at once"),
        ("blackout-family", 5, {"return": True}, "10 to 1, then 2 to 10"),
        ("blackout", 4, {"hook": "running"}, "may never equal the number of tricks"),
        ("blackout", 4, {"hook": "last"}, "The last bid may not"),
        ("blackout-cooperative", 3, {}, "A card of a second pack is turned up"),
        ("jabberwocky", 4, {}, "A trump may be led only after a trump has been played"),
        ("jabberwocky", 4, {}, "Each revoke: −3. A revoke is not to follow suit when you can."),
        ("clag", 4, {}, "Deals 8 and 13: There is no trump."),
        ("clag", 4, {}, "Deals 12 and 13: Misere: everybody bids zero."),
        ("clag", 4, {}, "Deal 11: Each hand is a pile"),
        ("caller-clag", 4, {}, "from 3 to 7"),
        ("caller-clag", 4, {"deals": 9}, "The game ends after deal 9."),
        ("caller-clag", 4, {}, "A misere cannot also be madness."),
        ("caller-clag", 4, {}, "After the call, the next card is turned up, unless the call says otherwise."),
        ("caller-clag", 4, {}, "the usual order is ♥ ♣ ♦ ♠"),
        ("caller-clag", 4, {}, "Players must still follow suit, except from a pile."),
        ("caller-clag", 4, {}, "Ascending madness: the winner of the first trick scores 2"),
        ("caller-clag", 4, {}, "Descending madness: the winner of the last trick scores 2"),
        ("kachuful", 6, {}, "in more than 5 deals in a row"),
        ("romanian-whist", 3, {}, "The pack has 24 cards. The ace is high, the 9 is low."),
        ("romanian-whist", 4, {}, "4 deals of 1, then 2 to 7, then 4 deals of 8, then 7 to 2, then"),
        ("romanian-whist", 4, {}, "play a trump if you have one"),
        ("seven-truf", 4, {}, "The deals of 8 cards: There is no trump."),
        ("la-podrida", 4, {}, "The next player on the right deals the next deal."),
        ("la-podrida", 4, {}, "The deals of 13 cards: No card is left to turn up"),
        ("brag", 4, {}, "Their order is A♦, J♣, 9♦."),
        ("brag", 4, {"compensation": 3}, "pays the dealer 3 counters"),
        ("brag", 4, {"limit": 20}, "is at most 20."),
        ("brag", 4, {}, "The dealer staked first"),
        ("three-stake-brag", 5, {"limit": 20}, "Each stake and each raise is at most 20."),
        ("single-stake-brag", 5, {}, "the player who staked first wins"),
        ("three-stake-brag", 5, {}, "nearest to 31"),
        ("three-stake-brag", 5, {"three_to_twelve": True}, "3 to 12 players"),
        ("draw-poker", 5, {}, "straight flush\nfour of a kind\nfull house"),
    ],
)
def test_what_a_page_says(key, players, options, says):
    assert says in text(RULESETS[key], players, options)


@pytest.mark.parametrize(
    ("key", "players", "options", "not_said"),
    [
        ("kachuful", 5, {}, "in a row"),
        ("blackout", 4, {}, "may not make all bids"),
        ("oh-well", 4, {}, "out unseen"),
        ("single-stake-brag", 5, {}, "at most"),
        ("three-stake-brag", 5, {"limit": 20}, "ante"),
        ("caller-clag", 4, {}, "After the deal, the next card is turned up. Its suit is trump."),
    ],
)
def test_what_a_page_does_not_say(key, players, options, not_said):
    assert not_said not in text(RULESETS[key], players, options)


def test_a_new_variant_gets_its_page():
    points = Points(lambda hand, _deal: 7, lambda _hand, _deal: -2, "7, always", "minus 2")
    ours = replace(BLACKOUT, key="ours", title="Ours", points=points, must_trump=True)
    told = text(ours, 4)
    assert "Exact bid: 7, always. Missed bid: minus 2." in told
    assert "\n2\n2\n7\n2\n3\n−2\n" in told
    assert "play a trump if you have one" in told


def test_options_in_words():
    told = describe.describe_options(BLACKOUT, {"hook": "last", "reverse": True})
    assert told == [
        ("From the largest deal down to one card", "Yes"),
        ("Hook: which bid is forbidden", "only the last bid, if it brings the sum to the number of tricks"),
    ]
    assert describe.describe_options(RULESETS["caller-clag"], {"deals": 9}) == [("Number of deals", "9")]


@pytest.mark.parametrize("game", BIDS, ids=lambda game: game.key)
def test_the_table_of_deals_is_the_schedule(game):
    for players in range(game.fewest, game.most + 1):
        deals = game.schedule(players, game.choose({}))
        rows = describe_parts.make_rows(game, players, game.choose({}))
        assert len(rows) == len(deals)
        for row, deal in zip(rows, deals, strict=True):
            assert row.cards == (str(deal.cards) if deal.cards else "as called")
            assert row.trump
            assert 1 <= row.dealer <= players
        sizes = describe_parts.list_sizes(game, game.choose({}))
        assert [size.players for size in sizes] == list(range(game.fewest, game.most + 1))


def test_the_deal_passes():
    podrida, clag = RULESETS["la-podrida"], RULESETS["clag"]
    assert isinstance(podrida, BidGame)
    assert isinstance(clag, BidGame)
    right = [row.dealer for row in describe_parts.make_rows(podrida, 5, podrida.choose({}))]
    left = [row.dealer for row in describe_parts.make_rows(clag, 5, clag.choose({}))]
    assert right[:7] == [1, 5, 4, 3, 2, 1, 5]
    assert left[:7] == [1, 2, 3, 4, 5, 1, 2]


def test_a_fixed_trump_is_named():
    kachuful = RULESETS["kachuful"]
    assert isinstance(kachuful, BidGame)
    trumps = [row.trump for row in describe_parts.make_rows(kachuful, 7, {})]
    assert trumps[:5] == ["♠ spades", "♦ diamonds", "♣ clubs", "♥ hearts", "♠ spades"]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ([7], "7"),
        ([1, 2], "1 to 2"),
        ([1, 2, 3], "1 to 3"),
        ([3, 4, 5, 4, 3], "3 to 5, then 4 to 3"),
        ([1, 1, 1, 2, 3, 3, 2, 1, 1], "3 deals of 1, then 2, then 2 deals of 3, then 2, then 2 deals of 1"),
        ([8, 8, 8], "3 deals of 8"),
        ([1, 3, 5], "1, then 3, then 5"),
        ([], ""),
    ],
)
def test_the_course_of_a_game(sizes, words):
    assert describe_course(sizes) == words


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([4], "4"), ([4, 5], "4 and 5"), ([1, 2, 3, 7], "1–3 and 7"), ([1, 2, 4, 6, 7, 8], "1, 2, 4 and 6–8")],
)
def test_spans_of_numbers(numbers, words):
    assert join_words(group_spans(numbers)) == words


def test_cards_and_points():
    assert format_cards("TD 2C and AS, not XS") == "10♦ 2♣ and A♠, not XS"
    assert [format_signed(points) for points in (12, 0, -4)] == ["+12", "0", "−4"]


def test_a_column_of_figures_is_told_from_words():
    table = RuleTable("", ("Player", "Score"), (("Player 1", "−1,200"), ("Player 2", "10")))
    assert [[figure for _cell, figure in line] for line in table.lines] == [[False, True]] * 3
