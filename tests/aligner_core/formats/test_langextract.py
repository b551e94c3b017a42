"""LangExtract's documents: extractions that were not found stay, intervals are claims."""

import pytest

from tests.aligner_core.formats.files import EN, case, noted, quoted, read_json, turns


def test_langextract_keeps_what_was_not_found() -> None:
    reading = case("langextract--document.json")

    assert turns(reading) == [[("", EN)]]
    assert quoted(reading) == [
        (0, "keep the cache for one hour"),
        (0, "measure the cache every day"),
        (0, "measure again"),
    ]
    assert [quote.refusal for quote in reading.extractions[0].entries[1].quotes] == [None]


def test_langextract_notes_wrong_intervals() -> None:
    assert noted(case("langextract--document.json")) == [
        ("offsets_wrong", "extractions[2].char_interval", '"measure again"')
    ]


def test_langextract_keeps_class_and_attributes() -> None:
    entry = case("langextract--document.json").extractions[0].entries[0]

    assert (entry.type, entry.title, entry.body) == ("decision", "keep the cache for one hour", "who: team")


@pytest.mark.parametrize(
    "interval", [3, {}, {"start_pos": 0}, {"start_pos": 2, "end_pos": 1}, {"start_pos": 0, "end_pos": 99}]
)
def test_langextract_notes_intervals_that_are_none(interval: object) -> None:
    extraction = {"extraction_class": "a", "extraction_text": "b", "char_interval": interval, "attributes": {"n": 3}}
    reading = read_json({"document_id": "d", "text": "b", "extractions": [extraction]})

    assert [note.code for note in reading.notes] == ["offsets_wrong"]
    assert reading.extractions[0].entries[0].body == "n: 3"


def test_langextract_reads_documents_without_extractions() -> None:
    reading = read_json({"document_id": "d", "text": "b", "extractions": None})

    assert (turns(reading), reading.claims) == ([[("", "b")]], ())


def test_langextract_counts_what_is_no_extraction() -> None:
    extraction = {"extraction_class": "a", "extraction_text": None}
    reading = read_json({"text": "b", "extractions": [3, extraction]})

    assert noted(reading) == [("left_out", "extractions[0]", ("extraction", 1))]
    assert quoted(reading) == [(0, "")]
