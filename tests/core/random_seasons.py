"""Seasons that hypothesis draws: evenings, people, and rules."""

from hypothesis import strategies as st

from tournaments.core.leagues.points import EveningFigures, EveningLines, Member
from tournaments.core.leagues.rules import TIES, Absence, Members, Places, Rules, Scheme, Tied

PEOPLE = 7
DIVISIONS = (1, 2)


@st.composite
def evenings(draw: st.DrawFn) -> list[EveningLines]:
    """Some evenings in which some of the people came to some places; entries as they came."""
    found = []
    for time in range(draw(st.integers(0, 5))):
        players = draw(st.lists(st.integers(1, PEOPLE), max_size=PEOPLE))
        lines = [
            EveningFigures(
                place=draw(st.integers(1, 4)),
                entry=time * 100 + at,
                player=player,
                net=draw(st.integers(-50, 50)),
                score=draw(st.none() | st.integers(-50, 50)),
                share=draw(st.none() | st.integers(0, 10_000)),
                yellow=draw(st.integers(0, 3)),
                exact=draw(st.none() | st.integers(0, 3)),
                prizes=draw(st.integers(0, 1)),
            )
            for at, player in enumerate(players)
        ]
        weight, division = (
            draw(st.sampled_from((100, 100, 150, 33))),
            draw(st.sampled_from((None, None, 1, 2))),
        )
        found.append(EveningLines(time + 1, time // 2, weight, division, lines))
    return found


people = st.dictionaries(
    st.integers(1, PEOPLE), st.builds(Member, division=st.sampled_from((None, 1, 2)), guest=st.booleans())
)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    scheme = draw(st.sampled_from(Scheme))
    absences = [Absence.SCORE]
    if scheme is not Scheme.LOW:
        absences.append(Absence.NOTHING)
    if scheme.by_place:
        absences += [Absence.EVENING, Absence.SEASON]
    best, drop = draw(st.sampled_from(((0, 0), (2, 0), (0, 1), (0, 3))))
    return Rules(
        scheme=scheme,
        table=(7, 4, 4, 1),
        rest=draw(st.sampled_from((0, 1))),
        tied=draw(st.sampled_from(Tied)),
        places=draw(st.sampled_from(Places)),
        yellow=draw(st.integers(0, 2)),
        taking_part=draw(st.integers(0, 1)),
        prize=draw(st.integers(0, 2)),
        best=best,
        drop=drop,
        minimum=draw(st.integers(0, 2)),
        absence=draw(st.sampled_from(absences)),
        absence_score=draw(st.integers(-2, 2)),
        members=draw(st.sampled_from(Members)),
        ties=tuple(draw(st.permutations(TIES))[: draw(st.integers(0, 4))]),
        promote=(1,),
        relegate=(2,),
    )
