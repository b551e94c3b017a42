"""What a model is told about its answer: each fault with our diagnosis, and the words to copy instead."""

import json
from collections.abc import Iterator, Sequence

from aligner_core._repair.diagnosis import Diagnosis
from aligner_core.evidence.models import Verdict
from aligner_core.extraction.judging import Judged
from aligner_core.extraction.wording import Wording
from aligner_core.grounding import Row

MAX_TOLD = 20
"""Of how many entries a model is told at a time: a longer list is mended worse than two short ones."""
MAX_QUOTED_CHARS = 200


def told(faulty: Sequence[Judged], wording: Wording) -> str:
    """Return what a model is told about entries that are not clean."""
    lines = [line for one in faulty[:MAX_TOLD] for line in _entry(one, wording)]
    more = [wording.more] if len(faulty) > MAX_TOLD else []
    return "\n".join([wording.again.strip(), "", *lines, *more])


def _entry(judged: Judged, wording: Wording) -> Iterator[str]:
    yield f"{judged.name}: {str(judged.entry.get('title', ''))[:MAX_QUOTED_CHARS]}"
    if not judged.rows:
        yield f"- {wording.no_quote}"
    for row in judged.rows:
        if not row.ok:
            yield f"- {_quote(row, wording)}"
    if judged.says_more:
        for fact in judged.claim.missing:
            instead = fact.instead[0].text if fact.instead else ""
            format_ = wording.claim_instead if instead else wording.claim
            yield f"- {format_.format(text=fact.text, instead=instead)}"


def _quote(row: Row, wording: Wording) -> str:
    quoted = json.dumps({"messageIndex": row.claimed, "quote": row.quote[:MAX_QUOTED_CHARS]}, ensure_ascii=False)
    why = ", ".join(
        f"{one.quote_text or '–'} ≠ {one.source_text or '–'}" for one in row.differences if one.severity == "critical"
    )
    return f"{quoted} {wording.verdicts[row.verdict]}{f' ({why})' if why else ''}. {_remedy(row, wording)}"


def _remedy(row: Row, wording: Wording) -> str:
    if row.fix is not None:
        fix = [{"messageIndex": one.message_index, "quote": one.quote} for one in row.fix.evidence]
        return wording.copy.format(fix=json.dumps(fix, ensure_ascii=False))
    if row.verdict is Verdict.MISSING and row.diagnosis is Diagnosis.NO_TRACE:
        return wording.drop
    return wording.by_hand
