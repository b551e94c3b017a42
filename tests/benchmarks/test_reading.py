from benchmarks.reading import crowded_session


def test_crowded_session_is_the_same_for_the_same_seed() -> None:
    assert crowded_session(spans=10) == crowded_session(spans=10)
    assert crowded_session(spans=10) != crowded_session(spans=10, seed=2)
