"""Labels that number the chunks: which are read, which chunk each is, and what an answer says by them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.citations import check_citation_line, numbered_chunk
from aligner_core.citations.numbered import labels_in, separated

CHUNKS: list[dict[str, Any]] = [{"title": "a.md"}, {"title": "b.md"}, {"title": "c.md"}]
DAY = 86_400_000


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Peel it [S1].", ("S1",)),
        ("라벨을 뗀다[S1]. 헹군다【s2】.", ("S1", "S2")),
        ("Both [S2][S1] and again [S2].", ("S2", "S1")),
        ("All of [S1, S3; S5] and [ S7 ].", ("S1", "S3", "S5", "S7")),
        ("A range [S2-S4], [S6–S7].", ("S2", "S3", "S4", "S6", "S7")),
        ("Too long a range [S1-S900], a turned one [S3-S1].", ("S1", "S900", "S3")),
        ("No label: [S0], [S], [S1a], S1, (S1), [1], [S123456].", ()),
    ],
)
def test_labels_in_reads_what_stands_in_brackets(text: str, labels: tuple[str, ...]) -> None:
    assert labels_in(text) == labels


def test_labels_in_passes_over_a_title_that_holds_a_label() -> None:
    assert labels_in("As 'Report [S9]' says [S1].", ["Report [S9]", "a.md"]) == ("S1",)


@given(numbers=st.lists(st.integers(1, 99_999), min_size=1, max_size=8, unique=True), total=st.integers(0, 99_999))
def test_a_label_numbers_the_chunk_of_its_place(numbers: list[int], total: int) -> None:
    """Chunks are numbered in order from 1, and a number beyond the last is no chunk."""
    labels = labels_in(" ".join(f"[S{number}]" for number in numbers))

    assert labels == tuple(f"S{number}" for number in numbers)
    assert [numbered_chunk(label, total) for label in labels] == [
        number - 1 if number <= total else None for number in numbers
    ]


def test_separated_keeps_a_title_behind_its_number() -> None:
    assert separated("[S1], [S2] · [S3] Title") == "[S1] · [S2] · [S3] Title"


def test_check_names_an_invented_number_in_the_text() -> None:
    checked = check_citation_line("Peel it [S1]. Rinse it [S9].\n\n*Source:* `a.md`", CHUNKS)

    assert [one.model_dump(by_alias=True) for one in checked.numbered] == [
        {"label": "S1", "status": "real", "chunk": 0},
        {"label": "S9", "status": "invented", "chunk": None},
    ]
    assert (checked.ok, checked.unused) == (False, ("b.md", "c.md"))


def test_check_takes_numbers_in_the_text_and_in_the_line() -> None:
    checked = check_citation_line("Peel it [S1].\n\n*Source:* [S2], S3", CHUNKS)

    assert [(one.label, one.status) for one in checked.labels] == [("S2", "real"), ("S3", "real")]
    assert (checked.ok, checked.unused) == (True, ())


def test_check_names_an_invented_number_in_the_line() -> None:
    checked = check_citation_line("Peel it.\n\n*출처:* [S1][S4]", CHUNKS)

    assert ([(one.label, one.status) for one in checked.labels], checked.ok) == (
        [("S1", "real"), ("S4", "invented")],
        False,
    )


def test_check_prefers_the_chunk_that_is_called_so() -> None:
    chunks = [{"title": "a.md"}, {"title": "S1"}]

    assert check_citation_line("Peel it.\n*Source:* `S1`", chunks).unused == ("a.md",)


def test_check_asks_that_an_old_source_cited_by_its_number_is_called_old() -> None:
    old = [{"title": "a.md", "metadata": {"lastUpdated": 0}}]
    line = "\n*Source: model knowledge*"

    assert check_citation_line(f"Peel it [S1].{line}", old, {"nowMs": 181 * DAY}).stale_unmentioned == ("a.md",)
    assert check_citation_line(f"Peel it.{line}", old, {"nowMs": 181 * DAY}).stale_unmentioned == ()


def test_check_reads_no_numbers_in_fenced_code() -> None:
    checked = check_citation_line("See:\n```\nrow[S9]\n```\n*Source:* `a.md`", CHUNKS)

    assert (checked.numbered, checked.ok) == ((), True)


def test_check_refuses_a_number_where_nothing_was_retrieved() -> None:
    assert not check_citation_line("Peel it [S1].", []).ok
