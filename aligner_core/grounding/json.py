"""A report as JSON, for programs."""

import json
from dataclasses import asdict

from aligner_core._repair.fixes import Fix
from aligner_core._text.printing import printable_json
from aligner_core.errors import require_type
from aligner_core.grounding.report import AnswerRow, Report, Row


def to_json(report: Report) -> str:
    """Return a report as JSON, with camelCase keys and a row for each quote, in the order given.

    Raises:
        InvalidTypeError: *report* is no report.

    """
    require_type(report, Report, "report")
    wire = {
        "ok": report.ok,
        "okShare": report.ok_share,
        "strict": report.strict,
        "counts": report.counts,
        "sources": [source.name for source in report.sources],
        "rows": [_row_wire(row) for row in report.rows],
        "answers": [_answer_wire(row) for row in report.answers],
    }
    text = json.dumps(wire, ensure_ascii=False, indent=2)
    return printable_json(text)


def _row_wire(row: Row) -> dict[str, object]:
    evidence = row.evidence.model_dump(by_alias=True, mode="json")
    known = ("matchMethod", "similarity", "confidence", "failureReason", "closest", "differences", "warnings", "hedge")
    return {
        "number": row.number,
        "entryId": row.entry_id,
        "quote": row.quote,
        "verdict": row.verdict.value,
        "ok": row.ok,
        "claimed": row.claimed,
        "source": row.source,
        "sourceIndex": row.source_index,
        "spanStart": row.span.start if row.span else None,
        "spanEnd": row.span.end if row.span else None,
        "text": row.text,
        **{key: evidence.get(key) for key in known},
        "ambiguous": row.other_places > 0,
        "otherPlaces": row.other_places,
        "alsoIn": [row.sources[place.message_index].name for place in row.also_in],
        "diagnosis": row.diagnosis,
        "fix": None if row.fix is None else _fix_wire(row, row.fix),
    }


def _answer_wire(row: AnswerRow) -> dict[str, object]:
    return {
        "number": row.number,
        "sentence": row.sentence,
        "quotes": row.quotes,
        "ok": row.ok,
        "answer": row.judgement.answer,
        "reason": row.judgement.reason,
        "facts": [asdict(fact) for fact in row.facts],
    }


def _fix_wire(row: Row, fix: Fix) -> dict[str, object]:
    quotes = [
        {
            "quote": one.quote,
            "source": row.sources[one.message_index].name,
            "sourceIndex": row.first_source + one.message_index,
            "spanStart": one.span_start,
            "spanEnd": one.span_end,
            "verdict": one.verdict.value,
        }
        for one in fix.evidence
    ]
    changes = [one.model_dump(by_alias=True, mode="json") for one in fix.changes]
    return {"kind": fix.kind, "quotes": quotes, "changes": changes}
