from benchmarks.journal import Figure


def test_figures_tell_whether_the_bound_was_met() -> None:
    assert Figure("append", 800, 800.0).row == ["append", "≥ 800", 800.0, "met"]
    assert Figure("append", 800, 799.0).row[3] == "**missed**"
    assert Figure("check", 5, 5.1, least=False).row[1:] == ["≤ 5", 5.1, "**missed**"]
    assert Figure("append", None, 799.0).row == ["append", None, 799.0, ""]
