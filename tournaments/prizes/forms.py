"""Forms of prizes: one given by hand, one on a list, the list itself, and prize sets."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.names import LONGEST
from accounts.refusals import CHOOSE_PLAYERS
from accounts.shared.forms import ActionForm, PlainForm, WholeField
from tournaments.base.forms import make_least_deals_field, make_reason_field
from tournaments.base.words import describe_steps
from tournaments.core.ranking.metrics import METRICS, Best, find_usual_best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import (
    FIRST,
    LOT,
    MOST_PLACES,
    SAY_WHICH,
    Good,
    Listed,
    Prizes,
    move_prize,
    remove_prize,
    switch_prize,
)


class GiftForm(PlainForm):
    """``people``: possible winners, by number and name. ``title``: that of a prize taken back."""

    title = forms.CharField(
        label=_("Prize"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "off"})
    )
    reason = make_reason_field("prize_given", required=True)
    winners = forms.TypedMultipleChoiceField(
        label=_("Winners"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _(CHOOSE_PLAYERS)},
    )

    def __init__(self, data: Any = None, *, people: Sequence[tuple[int, str]], title: str = "") -> None:
        super().__init__(data, initial={"title": title[:LONGEST]})
        self.choose_from("winners", people)


Choice = tuple[str, str | Promise]
SHARE, DRAW = "share", "lot"
GOOD = "good"
"""The better end of a metric wins, whichever end that is."""
TIES = 2


@dataclass(frozen=True)
class PrizeChoices:
    """The metrics and the people that prizes of a list can have; only these are offered here.

    ``good``: the end of a metric that wins if the prize does not define it.
    """

    metrics: Collection[str]
    roles: Sequence[str] = ()
    groups: Sequence[str] = ()
    divisions: Sequence[str] = ()
    good: Good = find_usual_best

    def firsts(self) -> list[Choice]:
        """Return the metrics in the order of their list."""
        return [(key, gettext(METRICS[key].title)) for key in METRICS if key in FIRST and key in self.metrics]

    def ties(self, also: Iterable[Step]) -> list[Choice]:
        """Return the steps that can break ties; ``also``: the present steps of a prize."""
        steps = [
            Step(key, best)
            for key in METRICS
            if key in self.metrics and key != LOT
            for best in (Best if key in FIRST else (METRICS[key].best,))
        ]
        steps += [step for step in also if step not in steps and step.metric != LOT]
        return [("", gettext("None")), *((_encode_step(step), describe_steps((step,))) for step in steps)]

    def choices_for(self, prize: Listed | None) -> list[Choice]:
        """Return the people that a prize can be for, including the present choice of ``prize``."""
        words = {
            "role": gettext("Role: %(name)s"),
            "group": gettext("Group: %(name)s"),
            "division": gettext("Division: %(name)s"),
        }
        names = {"role": [*self.roles], "group": [*self.groups], "division": [*self.divisions]}
        for kind in names:
            if prize and (name := getattr(prize, kind)) and name not in names[kind]:
                names[kind].append(name)
        return [
            ("", gettext("Everybody")),
            *(
                (f"{kind}:{name}", words[kind] % {"name": gettext(name) if kind == "role" else name})
                for kind in names
                for name in names[kind]
            ),
        ]


class TitleForm(PlainForm):
    """One of the usual prizes under another name."""

    title = forms.CharField(label=_("Name"), required=False, widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, *args: Any, prize: Listed, usual: str, **kwargs: Any) -> None:
        super().__init__(*args, initial={"title": prize.title}, **kwargs)
        self.prize = prize
        self.fields["title"].help_text = gettext("If you leave this empty, the name is “%(name)s”.") % {
            "name": usual
        }

    def listed_prize(self) -> Listed:
        """Return the prize. RuleError at ``title``."""
        title = " ".join(self.cleaned_data["title"].split())
        return Listed(self.prize.key, title, off=self.prize.off)


class PrizeForm(PlainForm):
    """A prize of the club's own."""

    title = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    metric = forms.ChoiceField(label=_("Decided by"))
    best = forms.ChoiceField(
        label=_("What wins"),
        choices=[
            (GOOD, _("The best value")),
            (Best.HIGHEST, _("The highest value")),
            (Best.LOWEST, _("The lowest value")),
        ],
        widget=forms.RadioSelect,
    )
    tie_1 = forms.ChoiceField(label=_("First tie-break"), required=False)
    tie_2 = forms.ChoiceField(label=_("Second tie-break"), required=False)
    equal = forms.ChoiceField(
        label=_("If still equal"),
        choices=[(SHARE, _("They share the prize")), (DRAW, _("The prize is drawn by lot"))],
        widget=forms.RadioSelect,
    )
    whom = forms.ChoiceField(label=_("Who can win it"), required=False)
    places = WholeField(
        label=_("Number of places"),
        min_value=1,
        max_value=MOST_PLACES,
        help_text=_("3 means a first, a second and a third prize."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )

    def __init__(
        self, *args: Any, offer: PrizeChoices, key: str, prize: Listed | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial=_get_initial(prize, offer), **kwargs)
        self.key, self.prize, self.offer = key, prize, offer
        steps = prize.steps if prize else ()
        firsts = offer.firsts()
        if steps and steps[0].metric not in dict(firsts):
            firsts.append((steps[0].metric, gettext(METRICS[steps[0].metric].title)))
        self._choose("metric", firsts)
        for name in ("tie_1", "tie_2"):
            self._choose(name, offer.ties(steps[1:]))
        self._choose("whom", offer.choices_for(prize))

    def _choose(self, name: str, choices: list[Choice]) -> None:
        self.choose_from(name, choices)

    def listed_prize(self) -> Listed:
        """Return the prize. RuleError at the field that is impossible for a prize."""
        values = self.cleaned_data
        steps = [Step(values["metric"], self._best())]
        steps += [_decode_step(values[name]) for name in ("tie_1", "tie_2") if values[name]]
        steps += [step for step in self._further() if step not in steps]
        if values["equal"] == DRAW:
            steps.append(Step(LOT, METRICS[LOT].best))
        kind, _colon, name = values["whom"].partition(":")
        return Listed(
            self.key,
            " ".join(values["title"].split()),
            tuple(steps),
            places=values["places"],
            off=bool(self.prize and self.prize.off),
            **({kind: name} if kind else {}),
        )

    def _best(self) -> Best:
        """Return the end of the metric that wins. RuleError at ``best`` if no end is known to be good."""
        choice = self.cleaned_data["best"]
        best = self.offer.good(self.cleaned_data["metric"]) if choice == GOOD else Best(choice)
        if best is None:
            raise RuleError("best", SAY_WHICH)
        return best

    def _further(self) -> tuple[Step, ...]:
        """Return the prize's further tie-breaks, which have no field here."""
        steps = tuple(step for step in self.prize.steps if step.metric != LOT) if self.prize else ()
        return steps[1 + TIES :]


def _get_initial(prize: Listed | None, offer: PrizeChoices) -> dict[str, Any]:
    if prize is None:
        return {"best": GOOD, "equal": SHARE, "places": 1}
    first, *ties = (step for step in prize.steps if step.metric != LOT)
    player_group = next(
        (f"{kind}:{name}" for kind in ("role", "group", "division") if (name := getattr(prize, kind))), ""
    )
    return {
        "title": prize.title,
        "metric": first.metric,
        "best": GOOD if first.best is offer.good(first.metric) else first.best,
        **{f"tie_{index}": _encode_step(step) for index, step in enumerate(ties[:TIES], start=1)},
        "equal": DRAW if prize.by_lot else SHARE,
        "whom": player_group,
        "places": prize.places,
    }


def _encode_step(step: Step) -> str:
    return f"{step.metric}:{step.best}"


def _decode_step(value: str) -> Step:
    metric, _colon, best = value.partition(":")
    return Step(metric, Best(best))


class PrizeListForm(ActionForm):
    """A change to one prize on a list."""

    DOINGS = ("up", "down", "on", "off", "remove")

    do = forms.ChoiceField(choices=[(doing, doing) for doing in DOINGS])
    key = forms.CharField(max_length=20)

    def changed_prizes(self, prizes: Prizes) -> Prizes:
        """Return the changed list. A prize that is no longer on the list is not added again."""
        key = self.cleaned_data["key"]
        match self.cleaned_data["do"]:
            case "up":
                return move_prize(prizes, key, -1)
            case "down":
                return move_prize(prizes, key, 1)
            case "remove":
                return remove_prize(prizes, key)
            case doing:
                return switch_prize(prizes, key, doing == "on")


class KeepForm(PlainForm):
    """A name under which to save the prizes of a list as a set."""

    name = forms.CharField(
        label=_("Name of the set"),
        help_text=_("A set with the same name is replaced."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class SetNameForm(PlainForm):
    """Another name for a set."""

    name = forms.CharField(label=_("Name of the set"), widget=forms.TextInput({"autocomplete": "off"}))


class TakeForm(PlainForm):
    """A set whose prizes replace those of a list."""

    set = forms.ChoiceField(label=_("Prize set"))

    def __init__(self, *args: Any, sets: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("set", [(str(key), name) for key, name in sets])


class OneEachForm(PlainForm):
    """Whether a player can win more than one prize."""

    one_prize_each = forms.BooleanField(label=_("Each player wins at most one prize"), required=False)


class WinnersForm(OneEachForm):
    """The conditions for winning prizes of an evening."""

    prize_deals = make_least_deals_field()

    def clean_prize_deals(self) -> int:
        """Return the number; 0 for an empty field."""
        return self.cleaned_data["prize_deals"] or 0
