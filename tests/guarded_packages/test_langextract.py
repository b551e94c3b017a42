"""What LangExtract says it aligned, read from its own objects and its own file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import langextract as lx
import pytest

from aligner_core.grounding import to_json
from aligner_core.guards import check_langextract

TEXT = "Take 5 mg at night. Do not drive for 8 hours."


def document() -> lx.data.AnnotatedDocument:
    dose = lx.data.Extraction("dose", "Take 5 mg at night", char_interval=lx.data.CharInterval(0, 18))
    advice = lx.data.Extraction("advice", "Do not drive for 6 hours", char_interval=lx.data.CharInterval(20, 44))
    return lx.data.AnnotatedDocument(document_id="leaflet", text=TEXT, extractions=[dose, advice])


def test_a_changed_fact_that_langextract_aligned_is_found(
    run_guide: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    report = run_guide("LangExtract", result=document())["report"]

    assert not report.ok
    assert "8 hours in the source" in capsys.readouterr().out
    assert [(row.entry_id, row.verdict.value) for row in report.rows] == [
        ("dose 1", "verbatim"),
        ("advice 2", "differs"),
    ]


def test_its_file_says_the_same(tmp_path: Path) -> None:
    lx.io.save_annotated_documents([document()], output_dir=tmp_path, output_name="found.jsonl", show_progress=False)
    lines = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text("utf-8").splitlines()]

    assert to_json(check_langextract(lines)) == to_json(check_langextract(document()))
