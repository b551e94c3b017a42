from benchmarks.journal import Measurement


def test_figures_tell_whether_the_bound_was_met() -> None:
    assert Measurement("append", 800, 800.0).row == ["append", "≥ 800", 800.0, "met"]
    assert Measurement("append", 800, 799.0).row[3] == "**missed**"
    assert Measurement("check", 5, 5.1, is_minimum=False).row[1:] == ["≤ 5", 5.1, "**missed**"]
    assert Measurement("append", None, 799.0).row == ["append", None, 799.0, ""]
