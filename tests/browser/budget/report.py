"""Prints the figures: of all screens together, of each rule that is to be mended, and of each screen."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.browser.budget.limits import Kind
from tests.browser.budget.measuring import Figures, Size, order_value
from tests.browser.budget.screens import SCREENS

KINDS = {
    "size": "font sizes",
    "weight": "weights",
    "family": "families",
    "radius": "radii",
    "control": "heights of controls",
    "row": "heights of rows",
    "space": "spaces",
    "left": "left edges",
    "title": "left edges of titles",
    "width": "widths",
    "colour": "colours",
    "least": "smallest text of 720",
}
Looks = dict[str, dict[Size, Figures]]


def print_report(looks: Looks) -> None:
    """Print all figures."""
    for title, kinds in (("Screens", (Kind.DESK, Kind.PHONE)), ("Hall", (Kind.HALL,))):
        names = [name for name in looks if SCREENS[name].kind in kinds]
        print(f"# {title}: {len(names)}\n")
        print_totals([figures for name in names for figures in looks[name].values()])
    print("# Rules to mend, by the number of elements\n")
    print_rules(looks)
    print("\n# Each screen\n")
    for name, sizes in looks.items():
        for (width, height), figures in sizes.items():
            print(f"## {name}, {width} × {height}\n")
            print_totals([figures])
            for wrong in figures.wrong():
                print(f"- {wrong}")
            print()


def print_totals(found: list[Figures]) -> None:
    """Print the different values of each kind, those over the budget apart."""
    wrong = {(one.kind, one.value) for figures in found for one in figures.wrong()}
    print("| what | different | over the budget | values |\n|---|---|---|---|")
    for kind, title in KINDS.items():
        values = {value for figures in found for value in figures.values(kind)}
        if not values:
            continue
        shown = sorted(values, key=order_value)
        if kind == "least":
            shown = shown[:1]
        over = [value for value in shown if (kind, value) in wrong]
        listed = over if kind == "colour" else shown
        print(f"| {title} | {len(values)} | {len(over)} | {', '.join(map(write_value, listed))} |")
    print()


def print_rules(looks: Looks) -> None:
    """Print each rule that gives wrong values: how often, which, and where."""
    found: dict[tuple[str, str], WrongRule] = {}
    for name, sizes in looks.items():
        for figures in sizes.values():
            for one in figures.wrong():
                for rule, count in one.rules.items():
                    selector, _, declared = rule.partition(" { ")
                    wrong_rule = found.setdefault((one.kind, selector), WrongRule())
                    wrong_rule.count += count
                    wrong_rule.values[one.value] = None
                    wrong_rule.declared[shorten(declared)] = None
                    wrong_rule.where[name] = None
    for (kind, selector), wrong_rule in sorted(found.items(), key=lambda item: -item[1].count):
        listed = ", ".join(map(write_value, sorted(wrong_rule.values, key=order_value)))
        rule = f"{selector} {{ {'; '.join(wrong_rule.declared)} }}"
        print(f"- {kind} {listed}: `{rule}` ×{wrong_rule.count} on {write_names(wrong_rule.where)}")


@dataclass
class WrongRule:
    """What a rule that is to be mended gives: how often, which values, by which declarations, and where."""

    count: int = 0
    values: dict[float | str, None] = field(default_factory=dict)
    declared: dict[str, None] = field(default_factory=dict)
    where: dict[str, None] = field(default_factory=dict)


def shorten(declared: str) -> str:
    """Return the declaration without its side: the four sides of a box are one line of a style sheet."""
    return re.sub(r"^(padding|margin)-(top|right|bottom|left)", r"\1", declared.removesuffix(" }"))


def write_names(names: Iterable[str]) -> str:
    first = list(names)
    return ", ".join(first[:4]) + (f" and {len(first) - 4} more" if len(first) > 4 else "")


def write_value(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
