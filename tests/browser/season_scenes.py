"""Seasons for every league page to be looked at: under way with divisions and guests, closed, and empty."""

from datetime import date, timedelta

from accounts.models import Club, Player, User
from tournaments.core.chance import order_by_lot
from tournaments.core.leagues.rules import Rules
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import Division, Season
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.results import row_question_answer, row_question_ask, season_close
from tournaments.seasons.services.seasons import SeasonBy, divisions_set, evening_add, player_place
from tournaments.simulation.hall import make_name
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

EVENINGS, PEOPLE = 6, 16
ONE_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenträgerliga"
PRIZES = (
    Listed("own-1", "Champion of the winter evenings", (Step("points"), Step("countback")), places=3),
    Listed("own-2", "Most yellow chips", (Step("yellow"), Step("lot", Best.LOWEST))),
    Listed("own-3", "Poorest", (Step("net", Best.LOWEST),), off=True),
)


class SeasonScenes:
    """``places`` says where each season is; ``long`` is the longest name that may stand in a table."""

    def __init__(self, owner: User, club: Club, long: str) -> None:
        self.owner, self.club = owner, club
        self.people = [long, *(make_name(number) for number in range(1, PEOPLE))]
        league = league_create(by=owner, club=club, name="Thursday League")
        rules = Rules(best=4, minimum=2, promote=(2,), relegate=(2,), yellow=1, prizes=PRIZES)
        seasons = {
            what: season_create(by=owner, league=league, name=what.title(), rules=rules)
            for what in ("winter", "spring", "summer")
        }
        for number in range(EVENINGS):
            evening = self.evening(number)
            for season in (seasons["winter"], seasons["spring"]):
                evening_add(self.by(season), evening=evening, weight=200 if number == 3 else 100)
        self.divide(seasons["winter"])
        self.divide(seasons["spring"])
        season_close(self.by(seasons["spring"]))
        self.questions(seasons["winter"], Player.objects.get(club=club, name=self.people[1]).pk)
        self.places: dict[str, object] = {
            "league": league.pk,
            "league_empty": league_create(by=owner, club=club, name=ONE_WORD).pk,
            "season": seasons["winter"].pk,
            "season_closed": seasons["spring"].pk,
            "season_empty": seasons["summer"].pk,
            "season_player": Player.objects.get(club=club, name=self.people[1]).pk,
        }

    def questions(self, season: Season, player: int) -> None:
        """One that has an answer, and one that waits."""
        for text in (f"Why does the {ONE_WORD} count twice?", "Why is my place shared?"):
            row_question_ask(self.by(season), player=player, text=text)
        first = season.questions.earliest("pk")
        row_question_answer(self.by(season), question=first.pk, answer=f"It is the last one. {ONE_WORD}!")

    def by(self, season: Season) -> SeasonBy:
        return SeasonBy(season.pk, self.owner)

    def evening(self, number: int) -> int:
        order = order_by_lot(self.people, f"evening {number}")[: PEOPLE - number % 3]
        lines = tuple(
            ResultLine(who, place=place, net=120 - 9 * place, yellow=max(0, 3 - place))
            for place, who in enumerate(order, start=1)
        )
        held_on = date(2026, 1, 8) + timedelta(weeks=number)
        played = ElsewhereResult(f"League evening {number + 1}", held_on, lines)
        return evening_record(actor=self.owner, club=self.club, result=played).pk

    def divide(self, season: Season) -> None:
        divisions_set(self.by(season), names=[ONE_WORD, "Lower division"])
        upper, lower = Division.objects.filter(season=season).order_by("rank")
        for number, who in enumerate(self.people):
            player = Player.objects.get(club=self.club, name=who).pk
            division = upper.pk if number < PEOPLE // 2 else lower.pk
            guest = number == PEOPLE - 1
            player_place(self.by(season), player=player, division=None if guest else division, guest=guest)
