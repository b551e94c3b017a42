"""What an extraction says of its own making, wherever it says it."""

import pytest

from aligner_core import Note, parse_extraction
from aligner_core.formats import Run

QUOTES: dict[str, object] = {"evidence": [{"messageIndex": 0, "quote": "the cache"}]}


@pytest.mark.parametrize("form", [QUOTES, {"entries": [{"title": "Cache", **QUOTES}]}])
def test_parse_extraction_reads_the_run(form: dict[str, object]) -> None:
    run = {"extractor": "mem", "model": "m-1", "promptVersion": "p", "runId": "r", "createdAt": "2026-10-02"}

    parsed = parse_extraction({**form, "run": run})

    assert parsed.run == Run(extractor="mem", model="m-1", prompt_version="p", run_id="r", created_at="2026-10-02")
    assert parsed.notes == ()


def test_parse_extraction_takes_the_top_level_for_the_run() -> None:
    parsed = parse_extraction({**QUOTES, "model": "m-1", "promptVersion": 3, "extractor": "mem", "run": {"runId": 7.5}})

    assert parsed.run == Run(extractor="mem", model="m-1", prompt_version="3", run_id="7.5")
    assert parsed.notes == ()


def test_parse_extraction_prefers_the_run_and_notes_what_says_otherwise() -> None:
    parsed = parse_extraction(
        {**QUOTES, "run": {"model": "m-1", "extractor": "mem"}, "model": "m-2", "extractor": "mem"}
    )

    assert parsed.run == Run(model="m-1", extractor="mem")
    assert parsed.notes == (Note(code="unknown_field", where="model"),)


def test_parse_extraction_notes_what_it_cannot_use_of_a_run() -> None:
    given = {**QUOTES, "run": {"model": ["m"], "runId": True, "colour": "red"}, "runId": "top"}

    parsed = parse_extraction(given)

    assert parsed.run == Run()
    assert parsed.notes == (
        Note(code="unknown_field", where="runId"),
        Note(code="unknown_field", where="run.colour"),
        Note(code="run_unreadable", where="run.model", params={"value": '["m"]'}),
        Note(code="run_unreadable", where="run.runId", params={"value": "true"}),
    )


def test_parse_extraction_notes_a_run_that_is_none() -> None:
    parsed = parse_extraction({**QUOTES, "run": "r-1", "model": "m-1"})

    assert parsed.run == Run(model="m-1")
    assert parsed.notes == (Note(code="run_unreadable", where="run", params={"value": "r-1"}),)
