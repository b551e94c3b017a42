from benchmarks.browser import PageTime
from benchmarks.reading import crowded_session


def test_crowded_session_is_the_same_for_the_same_seed() -> None:
    assert crowded_session(spans=10) == crowded_session(spans=10)
    assert crowded_session(spans=10) != crowded_session(spans=10, seed=2)


def test_figures_tell_whether_the_bound_was_met() -> None:
    assert PageTime("open", 0.6, 0.6).row == ["open", "≤ 0.6", 0.6, "met"]
    assert PageTime("open", 0.6, 0.601).row[3] == "**missed**"
