"""A report as a text, for a terminal and for what is raised: what is not ok, what differs marked, and the fix."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from aligner_core._text.printing import printable
from aligner_core.errors import Ungrounded, require_type
from aligner_core.evidence.figures import three_digits
from aligner_core.evidence.models import MIN_FUZZY_SIMILARITY, AlignedEvidence, Verdict
from aligner_core.grounding.marks import marked_parts
from aligner_core.grounding.report import VERDICTS, AnswerRow, Report, Row
from aligner_core.grounding.wording import (
    advice,
    ambiguity,
    answer_reasons,
    claimed_place,
    headline,
    numbered,
    reasons,
    slips,
)

MAX_EXPLAINED = 50
"""How many quotes that are not ok are shown."""
MAX_KEPT_CHARS = 120
"""How many characters that do not differ are shown in one run; of more, the ends."""
MAX_NAMED = 5
"""How many quotes of one kind are named in a line."""
_HEAD, _LABEL = 13, 9
_COLORS = {"bad": "1;31", "ok": "32", "hot": "1;7;31", "got": "1;7;35", "dim": "2", "strong": "1"}


class _Ink:
    """How text is set off: by escape sequences, or by brackets around what differs."""

    def __init__(self, *, color: bool) -> None:
        self.color = color

    def paint(self, style: str, text: str) -> str:
        return f"\x1b[{_COLORS[style]}m{text}\x1b[0m" if self.color and text else text

    def mark(self, style: str, text: str) -> str:
        """Return words that differ, set off; white space around them stays outside."""
        words = text.strip()
        if not words:
            return text
        before, after = text[: text.index(words)], text[text.index(words) + len(words) :]
        return before + (self.paint(style, f" {words} ") if self.color else f"[{words}]") + after


def explain(report: Report, *, color: bool = False, limit: int = MAX_EXPLAINED) -> str:
    """Return a report as a text for a terminal: what is not ok, the words, what differs marked, and the fix.

    With *color* it has escape sequences of ANSI; without, what differs stands in brackets. At most *limit* quotes that
    are not ok are shown, and those that are, counted.

    Raises:
        InvalidTypeError: *report* is no report.

    """
    require_type(report, Report, "report")
    ink = _Ink(color=color)
    failed = report.failed
    blocks = [ink.paint("ok" if report.ok else "bad", headline(report))]
    blocks += ["\n".join(_block(row, ink)) for row in failed[:limit]]
    if len(failed) > limit:
        blocks.append(f"… and {len(failed) - limit} more that are not ok")
    wrong = [row for row in report.answers if not row.ok]
    blocks += ["\n".join(_answer_block(row, ink)) for row in wrong[:limit]]
    if len(wrong) > limit:
        blocks.append(f"… and {len(wrong) - limit} more cited sentences that are not ok")
    blocks += ["\n".join(lines)] if (lines := list(_ok_lines(report, ink))) else []
    share = ink.paint("strong", f"ok share {report.ok_share:.2f}")
    return "\n\n".join([*blocks, f"{share}  {len(report.rows) - len(failed)} of {len(report.rows)}"])


def require_ok(report: Report) -> Report:
    """Return a report if it is ok.

    Raises:
        InvalidTypeError: *report* is no report.
        Ungrounded: a quote is not ok, or there is none; its text is that of `explain`.

    """
    require_type(report, Report, "report")
    if not report.ok:
        raise Ungrounded(explain(report), report)
    return report


def _block(row: Row, ink: _Ink) -> Iterator[str]:
    """Yield the lines of a quote that is not ok."""
    head = f"✗ {row.verdict}"
    yield ink.paint("bad", head) + " " * (_HEAD - len(head)) + _where(row, ink)
    parts = marked_parts(row.quote, row.quote if row.text is None else row.text)
    yield _line("quote", _side([(part.quote_text, part.is_changed) for part in parts], "hot", ink))
    if any(part.is_changed for part in parts):
        words = _side([(part.source_text, part.is_changed) for part in parts], "got", ink)
        yield _line("closest" if row.place is None else "source", words)
    for reason in reasons(row):
        yield _line(
            "why" if row.reason and row.verdict is Verdict.UNCHECKED else "differs", ink.paint("dim", printable(reason))
        )
    also = ambiguity(row)
    if also:
        yield _line("also in", printable(also))
    if row.hedge:
        yield _line("hedged", f"“{printable(row.hedge)}” stands before it")
    yield _line("fix", _fix(row), ink)


def _answer_block(row: AnswerRow, ink: _Ink) -> Iterator[str]:
    """Yield the lines of a cited sentence that is not ok."""
    head = f"{'✗' if row.facts else '?'} answer"
    cited = ", ".join(f"quote {number}" for number in row.quotes)
    yield ink.paint("bad", head) + " " * (_HEAD - len(head)) + f"sentence {row.number} cites {cited}"
    edges = [0, *(edge for fact in row.facts for edge in (fact.start, fact.end)), len(row.sentence)]
    cuts = sorted(set(edges))
    spans = [(fact.start, fact.end) for fact in row.facts]
    parts = [(row.sentence[a:b], any(s <= a < e for s, e in spans)) for a, b in pairwise(cuts)]
    yield _line("says", _side(parts, "hot", ink))
    for reason in answer_reasons(row):
        yield _line("why", ink.paint("dim", printable(reason)))


def _line(label: str, text: str, ink: _Ink | None = None) -> str:
    shown = ink.paint("strong", label) if ink else label
    return f"    {shown}{' ' * (_LABEL - len(label))}{text}"


def _where(row: Row, ink: _Ink) -> str:
    """Return where a quote stands, or where it claims to stand."""
    name = printable(numbered(row))
    if isinstance(row.evidence, AlignedEvidence):
        found = row.evidence
        return f"{name} in {printable(str(row.source))}, {found.match_method} {three_digits(found.confidence)}"
    claimed = "" if row.claimed is None else printable(claimed_place(row))
    if row.verdict is Verdict.ELSEWHERE:
        return f"{name} says {claimed}, stands in {printable(str(row.source))}"
    if row.verdict is Verdict.UNCHECKED:
        return f"{name} was not checked"
    claim = f" says {claimed}, is" if claimed else ""
    if row.closest is None:
        return f"{name}{claim} in no source" + (", nothing similar" if row.diagnosis else "")
    nearest = printable(row.sources[row.closest.message_index].name)
    bar = ink.paint("dim", f"(bar {three_digits(MIN_FUZZY_SIMILARITY)})")
    return f"{name}{claim} in no source, closest in {nearest} {three_digits(row.closest.similarity)} {bar}"


def _side(parts: Iterable[tuple[str, bool]], style: str, ink: _Ink) -> str:
    """Return one side of a comparison, given as texts that are changed or not, with what differs set off."""
    texts = ((printable(text), is_changed) for text, is_changed in parts)
    return "".join(ink.mark(style, text) if is_changed else _shortened(text) for text, is_changed in texts)


def _shortened(text: str) -> str:
    kept = MAX_KEPT_CHARS // 2
    return text if len(text) <= MAX_KEPT_CHARS else f"{text[:kept]} … {text[-kept:]}"


def _fix(row: Row) -> str:
    act, words, verdict, changes = advice(row)
    shown = "" if words == (row.text,) or not words else ": " + " · ".join(f"“{printable(one)}”" for one in words)
    changed = f" ({changes})" if changes else ""
    them = "they become" if len(words) > 1 or act.endswith("words") else "it becomes"
    then = "" if verdict is None else f", {them} {verdict}" if verdict.ok else ", and look at it: it still differs"
    return f"{printable(act)}{shown}{changed}{then}"


def _ok_lines(report: Report, ink: _Ink) -> Iterator[str]:
    """Yield the summary of the quotes that are ok."""
    rows = [row for row in report.rows if row.ok]
    if not rows:
        return
    counts = Counter(row.verdict for row in rows)
    summary = ", ".join(f"{counts[one]} {one}" for one in reversed(VERDICTS) if counts[one])
    misspelled = [printable(slips(row)) for row in rows if row.verdict is Verdict.SLIP]
    note = f" ({_named(misspelled)}; fails with strict)" if misspelled else ""
    head = f"✓ {len(rows)} ok"
    yield ink.paint("ok", head) + " " * max(1, _HEAD - len(head)) + summary + ink.paint("dim", note)
    ambiguous = [printable(numbered(row)) for row in rows if row.other_places]
    if ambiguous:
        yield _line("twice", f"{_named(ambiguous)} {'stands' if len(ambiguous) == 1 else 'stand'} in several places")
    hedged = [f"{printable(numbered(row))} (“{printable(row.hedge)}”)" for row in rows if row.hedge]
    if hedged:
        yield _line("hedged", f"{_named(hedged)}: read what stands before it")


def _named(items: Sequence[str]) -> str:
    rest = [f"{len(items) - MAX_NAMED} more"] if len(items) > MAX_NAMED else []
    return ", ".join([*items[:MAX_NAMED], *rest])
