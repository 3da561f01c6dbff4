"""The prizes of an evening, written from docs/prizes.md: who wins each, and the figures of the reason."""

from typing import Any

from tests.recompute import ranking


def awarded(evening: Any) -> list[dict[str, Any]]:
    """Every prize with its winners, its reason's code and figures, in order of the list."""
    found, taken = list[dict[str, Any]](), dict[int, str]()
    least, leavers = evening.settings.get("prize_deals", 0), evening.settings["leavers_win"]
    here = [
        person
        for who, person in evening.people.items()
        if person["deals"] >= least and (leavers or evening.present(who))
    ]
    groups = members(evening.doc)
    roles = {player["player"]: player["role"] for player in evening.doc["players"]}
    undecided = here and not any(roles[person["who"]] for person in here)
    for prize in for_everybody(listed(evening)) if undecided else listed(evening):
        able = [
            person
            for person in here
            if prize["role"] in (None, roles[person["who"]])
            and (prize["group"] is None or person["who"] in groups.get(prize["group"], ()))
        ]
        gone = {who for who, series in taken.items() if series != prize["series"]}
        seed = f"{evening.doc['draw']['seed']}:{prize['series']}"
        made = award(prize, able, gone, list(evening.people.values()), seed)
        found.append({"key": prize["key"], **made})
        if evening.settings["one_prize_each"]:
            taken = dict.fromkeys(made["winners"], prize["series"]) | taken
    return found


def for_everybody(prizes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The prizes where nobody who can win has a role: those for roles by one metric are one for everybody."""
    found, seen = list[dict[str, Any]](), set[str]()
    for prize in prizes:
        if prize["role"] is not None:
            metric = str((prize["steps"][0], prize["group"], prize["place"]))
            if metric in seen:
                continue
            seen.add(metric)
            key = "counters" if prize["key"].startswith("counters-") else prize["key"]
            series = "counters" if key == "counters" else prize["series"]
            prize = prize | {"role": None, "key": key, "series": series}
        found.append(prize)
    return found


def members(doc: Any) -> dict[str, set[int]]:
    """Who was in each group when the evening was finished."""
    finished = [line for line in doc["journal"] if line["verb"] == "evening_finished"]
    return (
        {name: set(who) for name, who in finished[-1]["payload"].get("groups", {}).items()}
        if finished
        else {}
    )


def listed(evening: Any) -> list[dict[str, Any]]:
    """The prizes of the list that this evening knows, one for each role and place."""
    found = list[dict[str, Any]]()
    moving_counters = [] if evening.whole else ["yellow"]
    for chosen in evening.settings["prizes"]:
        one = {"key": chosen} if isinstance(chosen, str) else chosen
        if one.get("off"):
            continue
        if "steps" in one:
            found += own(one, unknown(evening))
        elif one["key"] == "yellow" and not evening.whole:
            found.append(plain("yellow", [("yellow", True), (evening.total, evening.total != "hands")]))
        elif one["key"] == "counters":
            best = ranking.steps([evening.total])
            if evening.format == "knockout":
                found.append(plain("counters", ranking.steps(evening.usual())))
            elif evening.together or not evening.settings["roles"]:
                found.append(plain("counters", best))
            else:
                found += [plain(f"counters-{role}", best, role) for role in evening.settings["roles"]]
        elif one["key"] == "booby" and not evening.together:
            chips = evening.settings["booby"] == "yellow" and moving_counters
            found.append(plain("booby", [("yellow" if chips else evening.total, False)]))
    return found


def plain(key: str, steps: Any, role: str | None = None) -> dict[str, Any]:
    return {"key": key, "series": key, "steps": steps, "role": role, "group": None, "place": 0}


def unknown(evening: Any) -> set[str]:
    """The metrics that say nothing of this evening."""
    counted = evening.bids or evening.settings["counting"] == "each_deal"
    return set() if counted else {"best"}


def own(one: dict[str, Any], unknown: set[str]) -> list[dict[str, Any]]:
    """A prize of the club's own; by a metric that is not known it is not awarded."""
    if one["steps"][0]["metric"] in unknown:
        return []
    steps = [(s["metric"], s["best"] == "highest") for s in one["steps"] if s["metric"] not in unknown]
    prize = plain(one["key"], steps, one.get("role") or None) | {"group": one.get("group") or None}
    places = one.get("places", 1)
    if places == 1:
        return [prize]
    return [
        prize | {"key": one["key"] if at == 1 else f"{one['key']}-{at}", "place": at}
        for at in range(1, places + 1)
    ]


def award(prize: Any, able: list[Any], gone: set[int], everybody: list[Any], seed: str) -> dict[str, Any]:
    free = [person for person in able if person["who"] not in gone]
    metric, highest = prize["steps"][0]
    if not able:
        if prize["group"]:
            return none("prize_no_group", group=prize["group"])
        return none("prize_no_role", role=prize["role"]) if prize["role"] else none("prize_nobody")
    if not free:
        return none("prize_all_have_one")
    if metric == "hands" and all(person["hands"] is None for person in free):
        return none("prize_all_lost")
    if metric in ranking.GIVEN and not any(person[metric] for person in everybody):
        return none("prize_none_given", metric=metric)
    if metric in ranking.GIVEN and highest and not any(person[metric] for person in free):
        return none("prize_others_only", metric=metric)
    order = ranking.ranked(free, prize["steps"], seed)
    made = decided(prize, order, seed)
    passed = []
    if made["winners"] and gone:
        places = {line.who: line.place for line in ranking.ranked(able, prize["steps"], seed)}
        passed = [w for w in places if w in gone and places[w] <= max(places[x] for x in made["winners"])]
    if passed:
        made = {
            "winners": made["winners"],
            "code": made["code"] + "_passed",
            "figures": made["figures"] | {"whom": passed},
        }
    return made


def none(code: str, **figures: Any) -> dict[str, Any]:
    return {"winners": [], "code": code, "figures": figures}


def decided(prize: Any, order: list[Any], seed: str) -> dict[str, Any]:
    """Who has the prize's place: equals share it, and the next places are left out."""
    rest = [line for line in order if prize["steps"][0][0] != "hands" or line.figures[0] is not None]
    place = 1
    while rest:
        winners = [line for line in rest if line.place == rest[0].place]
        if place == max(prize["place"], 1):
            return reason(prize, rest, winners, seed, place)
        place += len(winners)
        if place > prize["place"]:
            return none("prize_place_shared", place=prize["place"])
        rest = [line for line in rest if line not in winners]
    return none("prize_place_empty", place=prize["place"])


def reason(prize: Any, rest: list[Any], winners: list[Any], seed: str, place: int) -> dict[str, Any]:
    """The step that parted the winners from the others, with its figures."""
    first = winners[0].figures
    level = [line for line in rest if line.figures[0] == first[0]]
    who = [line.who for line in winners]
    figures: dict[str, Any] = {"metric": prize["steps"][0][0], "figure": first[0]}

    def told(code: str, **more: Any) -> dict[str, Any]:
        return {"winners": who, "code": code, "figures": figures | more}

    last = max((at for at in range(len(first)) if parts(rest, first, at)), default=0)
    if last:
        others, metric = [line.who for line in level if line.who not in who], prize["steps"][last][0]
        if metric == "lot":
            return told("prize_lot", others=others, seed=seed)
        equal = [line for line in rest if line.figures[:last] == first[:last]]
        behind = next(line.figures[last] for line in equal if line.figures[last] != first[last])
        code = "prize_tie_break" if len(who) == 1 else "prize_tie_break_shared"
        return told(code, others=others, tie_break=metric, by=shown(first[last]), next=shown(behind))
    if len(who) > 1:
        return told("prize_shared", others=who)
    if len(rest) == 1 or rest[1].figures[0] is None:
        return told("prize_last" if place > 1 else "prize_alone")
    return told("prize_best", next=shown(rest[1].figures[0]))


def parts(rest: list[Any], first: list[Any], at: int) -> bool:
    """Whether this step parts those who were equal in all before it."""
    return len({repr(line.figures[at]) for line in rest if line.figures[:at] == first[:at]}) > 1


def shown(figure: Any) -> Any:
    return "–" if figure is None else "/".join(map(str, figure)) if isinstance(figure, tuple) else figure
