"""Exports read by the tools they are for: LangExtract, Label Studio, in-toto and duckdb."""

import json
from pathlib import Path

import duckdb
import langextract
from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from label_studio_sdk.label_interface import LabelInterface

from aligner_core import EvidenceAligner, digest
from aligner_core.exports import (
    MessageRow,
    QuoteRow,
    bundle_statement,
    json_line,
    label_studio_config,
    label_studio_task,
    langextract_document,
)

TEXTS = ("앞🙂 결정 완료 뒤 — the fee is 12 euros.", "</script><img src=x> we keep it\u2028 for 90 days", "nothing")
QUOTES = (
    (0, "결정 완료", "decision"),
    (0, "the fee is 12 Euros", "fact"),
    (1, "we keep it", "fact"),
    (2, "never said here by anyone", "fact"),
)


def rows() -> list[QuoteRow]:
    aligner = EvidenceAligner()
    evidence = [{"messageIndex": index, "quote": quote} for index, quote, _ in QUOTES]
    outcomes = aligner.align(list(TEXTS), {"evidence": evidence}).outcomes
    return [
        QuoteRow(
            project="demo",
            session="s1",
            entry=f"e:{place}",
            position=0,
            title="=1+1",
            type=kind,
            outcome=outcome.without_entry(),
            source=TEXTS[index],
        )
        for place, ((index, _, kind), outcome) in enumerate(zip(QUOTES, outcomes, strict=True))
    ]


def messages() -> list[MessageRow]:
    found = rows()
    return [
        MessageRow(
            session="s1",
            index=index,
            text=text,
            quotes=[row for row in found if row.outcome.message_index == index],
        )
        for index, text in enumerate(TEXTS)
    ]


def test_langextract_loads_the_documents_and_finds_the_words_at_their_intervals(tmp_path: Path) -> None:
    file = tmp_path / "documents.jsonl"
    file.write_text("".join(json_line(langextract_document(one)) for one in messages()), encoding="utf-8")

    documents = list(langextract.io.load_annotated_documents_jsonl(file, show_progress=False))

    assert [one.text for one in documents] == list(TEXTS)
    for document, message in zip(documents, messages(), strict=True):
        for extraction, row in zip(document.extractions, message.quotes, strict=True):
            place = extraction.char_interval
            words = None if place is None else document.text[place.start_pos : place.end_pos]
            assert words == row.words


def test_label_studio_takes_the_config_the_task_and_its_predictions() -> None:
    interface = LabelInterface(label_studio_config(sorted({kind for _, _, kind in QUOTES})))

    task = label_studio_task("s1", messages(), model="evidence-review")

    assert interface.validate_task({"data": task["data"]})
    [prediction] = task["predictions"]
    assert interface.validate_prediction(prediction, return_errors=True) == []
    assert len(prediction["result"]) == 3


def test_in_toto_takes_the_statement_about_a_bundle() -> None:
    written = json.dumps(bundle_statement("bundle.zip", digest(b"zip"), {"entries": 3, "createdAt": "2026-11-26"}))

    statement = Statement.copy_from_pb(json_format.Parse(written, statement_pb2.Statement()))

    statement.validate()


def test_duckdb_reads_jsonl_with_one_line_of_code(tmp_path: Path) -> None:
    file = tmp_path / "evidence.jsonl"
    records = [{"record": "message", "content": text} for text in TEXTS]
    records += [{"record": "entry", "type": row.type, "stage": "candidate"} for row in rows()]
    file.write_text("".join(map(json_line, records)), encoding="utf-8")

    counted = duckdb.sql(
        f"select type, count(*) from read_json('{file}', format = 'newline_delimited', union_by_name = true) "
        "where record = 'entry' group by 1 order by 1"
    ).fetchall()

    assert counted == [("decision", 1), ("fact", 3)]
