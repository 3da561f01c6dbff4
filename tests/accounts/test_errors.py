from accounts.errors import ForbiddenError, RuleError, StaleError


def test_a_refusal_says_where_and_why():
    error = RuleError("stake", "From %(least)s to %(most)s, please.", least=1, most=9)
    assert (error.field, error.message) == ("stake", "From %(least)s to %(most)s, please.")
    assert dict(error.figures) == {"least": 1, "most": 9}
    assert str(error) == "stake: From 1 to 9, please."


def test_a_sentence_without_figures_keeps_its_percent_sign():
    assert str(RuleError("share", "100% is the most.")) == "share: 100% is the most."


def test_all_are_the_users_mistakes():
    assert issubclass(StaleError, RuleError)
    assert issubclass(ForbiddenError, RuleError)
