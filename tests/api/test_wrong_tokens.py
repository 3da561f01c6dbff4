"""Wrong tokens are counted by address; who shows a right one is answered from anywhere."""

from tests.api.members import Bearer, bearer

ME = "/api/v1/me/"


def test_after_many_wrong_ones_one_has_to_wait_but_a_right_one_is_answered(cast, settings):
    settings.FAILURES = {**settings.FAILURES, "token": (3, 600)}
    right, wrong = bearer(cast.alice), Bearer("ht_guessed")
    assert [wrong.get(ME).status_code for _time in range(5)] == [401, 401, 401, 429, 429]
    assert int(wrong.get(ME).headers["Retry-After"]) > 0
    assert right.get(ME).status_code == 200
