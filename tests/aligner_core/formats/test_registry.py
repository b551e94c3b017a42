"""The formats that are known, each under a name of its own."""

from aligner_core.formats import known_formats, read


def test_known_formats_have_names_rules_and_examples_of_their_own() -> None:
    known = known_formats()

    assert len({one.name for one in known}) == len({one.title for one in known}) == len(known)
    assert all(one.rules for one in known)


def test_known_formats_read_their_own_examples() -> None:
    assert [read(known.example).format for known in known_formats()] == [known.name for known in known_formats()]
