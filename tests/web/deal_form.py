"""What the form of a deal sends, for the tests of its page."""

from django.urls import reverse


def where(night, table=2, deal=1, round=1):
    return reverse("deal", args=[night.evening.pk, round, table, deal])


def told(winners, callers=(), *, by="stakes", **amounts):
    """What the form sends; ``amounts`` are of e1, e2 …, each by the entry's id."""
    counters = {f"counters-{entry[1:]}": amount for entry, amount in amounts.items()}
    sent = {"winners": list(winners), "in_call": list(callers), "tally": by, **counters}
    return sent if callers else {**sent, "nobody": "on"}


def of(entries, amounts):
    return {f"e{entry}": amount for entry, amount in zip(entries, amounts, strict=False)}


def seen(answer):
    return answer.content.decode()


def lines(night, table=2):
    pool = next(pool for pool in night.facts.pools if pool.position == table)
    return {line.entry: (line.won, line.in_call, line.counters) for line in pool.lines}


def correction(night, version=1, **more):
    a, b, c, d = night.table(2)
    amounts = of([a, b, c, d], (49, 53, 49, 49))
    return {
        **told([b], [a], by="counts", **amounts),
        "base_version": version,
        "reason": "read wrongly",
        **more,
    }
