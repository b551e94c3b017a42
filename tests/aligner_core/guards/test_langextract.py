"""Results of LangExtract, as objects and as lines of its JSONL."""

from types import SimpleNamespace

import pytest

from aligner_core import InvalidTypeError
from aligner_core.guards import check_langextract

TEXT = "Take 5 mg at night. Do not drive for 8 hours."
EXTRACTED: list[dict[str, object]] = [
    {
        "extraction_class": "dose",
        "extraction_text": "Take 5 mg at night",
        "char_interval": {"start_pos": 30, "end_pos": 40},
    },
    {"extraction_class": "advice", "extraction_text": "Do not drive for 6 hours", "char_interval": None},
    {"extraction_class": "advice", "extraction_text": "Drink plenty of hot water with it"},
]
FOUND = [("dose 1", "verbatim"), ("advice 2", "differs"), ("advice 3", "missing")]


def verdicts(result: object) -> list[tuple[str | None, str]]:
    return [(row.entry_id, row.verdict.value) for row in check_langextract(result).rows]


def test_every_extraction_has_a_verdict() -> None:
    assert verdicts({"text": TEXT, "extractions": EXTRACTED}) == FOUND


def test_objects_are_read_as_their_lines_are() -> None:
    document = SimpleNamespace(text=TEXT, extractions=[SimpleNamespace(**one) for one in EXTRACTED])

    assert verdicts(document) == verdicts([document]) == FOUND


def test_extractions_are_looked_for_in_their_own_document() -> None:
    documents = [{"text": "Another leaflet altogether."}, {"text": TEXT, "extractions": EXTRACTED[:1]}]

    [row] = check_langextract(documents).rows

    assert (row.ok, row.source_index) == (True, 1)


def test_a_document_without_extractions_is_nothing_to_check() -> None:
    assert not check_langextract({"text": TEXT, "extractions": None})


def test_a_result_may_be_held_strictly() -> None:
    document = {"text": TEXT, "extractions": [{"extraction_class": "x", "extraction_text": "Do not drvie for 8 hours"}]}

    assert check_langextract(document)
    assert not check_langextract(document, strict=True)


@pytest.mark.parametrize("result", [None, 7, {"extractions": []}, {"text": None}, [object()]])
def test_what_is_no_result_is_refused(result: object) -> None:
    with pytest.raises(InvalidTypeError, match="LangExtract"):
        check_langextract(result)
