"""A report as one HTML file: no script, no request, whatever the quotes and sources hold."""

import html
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

from aligner_core.aligner import ENGINE_VERSION
from aligner_core.errors import require_type
from aligner_core.evidence.figures import shortfall, three_digits, two_digits
from aligner_core.evidence.models import MIN_FUZZY_SIMILARITY, AlignedEvidence, Place, Verdict, confidence_of
from aligner_core.evidence.proofs import measure
from aligner_core.grounding.marks import Part, marked_parts
from aligner_core.grounding.report import AnswerRow, Report, Row
from aligner_core.grounding.wording import (
    advice,
    ambiguity,
    answer_reasons,
    claimed_place,
    headline,
    numbered,
    reasons,
    tally,
)
from aligner_core.spans import Span

MAX_CARDS = 100
"""How many quotes that are not ok are shown with their sources; the others are rows of a table."""
MAX_CELL_CHARS = 100
MAX_CELL_BYTES = 140
"""How much of a quote a table shows; Hangul takes three bytes a character."""
MAX_SOURCE_BYTES = 300_000
"""Up to how many bytes together the sources are shown whole."""
CONTEXT_CHARS = 80
"""How much of the source stands before and after the words, at most."""
_SIGNS = {Verdict.DIFFERS: "≠", Verdict.MISSING: "✗", Verdict.ELSEWHERE: "↪", Verdict.UNCHECKED: "?", Verdict.SLIP: "~"}
_BADGES = {"exact": "E=", "normalized": "N≈", "fuzzy": "F~", "failed": "✗"}
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that HTML forbids, or that change the direction of the text after them."""
_BEFORE = re.compile(r"(?:(?<!\S)\S[^\n]*)?[^\S\n]*\Z")
_AFTER = re.compile(r"[^\n]*(?!\S)|(?!\S)")
"""The context before and after in the same line, in whole words as far as there is room."""
_TEMPLATE = Path(__file__).with_name("report.html")


class _Shown(NamedTuple):
    """Words of a source, with what stands before and after them, and how similar a quote is to them.

    They are measured in their *surroundings*: by itself a text has no space at its ends.
    """

    before: str
    words: str
    after: str
    similarity: float
    surroundings: tuple[str, Span]


def to_html(report: Report, *, name: str = "") -> str:
    """Return a report as one HTML file that has no script and makes no request; *name* is what was checked.

    Raises:
        InvalidTypeError: *report* is no report.

    """
    require_type(report, Report, "report")
    total, against = len(report.rows), len(report.sources)
    passed = [row for row in report.rows if row.ok]
    return _template().substitute(
        title=headline(report).removesuffix("."),
        what=f"<code>{_text(name)}</code>" if name else _counted(total, "quote"),
        against=_counted(against, "source"),
        lead=_lead(report),
        counts="".join(_counts(report)),
        failed=_failed(report),
        answers=_answers(report),
        passed=_table("Ok", ("Verdict", "Quote", "Where", "How"), [_passed_row(row) for row in passed]),
        source_count=against,
        sources="\n".join(_sources(report)),
        engine=ENGINE_VERSION,
        bar=three_digits(MIN_FUZZY_SIMILARITY),
        strictness="strict" if report.strict else "not strict",
    )


@cache
def _template() -> Template:
    return Template(_TEMPLATE.read_text(encoding="utf-8"))


def _text(text: str) -> str:
    """Return a text that is nothing but text, in content and in attributes."""
    return html.escape(_UNSHOWABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lead(report: Report) -> str:
    if report.ok and report.answers:
        return "Every quote stands in its source, and no cited sentence has another value or denial than its quotes."
    if report.ok:
        return "Every quote stands in its source and says there what it says."
    if not report.rows:
        return "A check of nothing is not ok."
    if not report.failed:
        return "The quotes are in their sources; the answer does not say what they say."
    return f"Not ok: {tally(report)}. Failed ones first, each with its fix."


def _counts(report: Report) -> Iterator[str]:
    yield f"<div><dt>ok share</dt><dd>{report.ok_share:.2f}</dd></div>"
    for verdict, count in report.counts.items():
        yield f"<div{'' if count else ' class=z'}><dt>{verdict}</dt><dd>{count}</dd></div>"


def _failed(report: Report) -> str:
    """Return the quotes that are not ok: as cards while there are not too many, then as a table."""
    failed = report.failed
    if not failed:
        return ""
    cards = "\n".join(_card(row) for row in failed[:MAX_CARDS])
    rest = [_failed_row(row) for row in failed[MAX_CARDS:]]
    more = _table("Not ok, in short", ("Verdict", "Quote", "Where", "Fix"), rest)
    return f'<h2>Not ok <span class="c">{len(failed)}</span></h2>\n{cards}\n{more}'


def _answers(report: Report) -> str:
    """Return the cited sentences that are not ok, each with what its quotes have."""
    wrong = [row for row in report.answers if not row.ok]
    columns = ("Answer", "Sentence", "Cites", "Why")
    return _table("Not what it cites", columns, [_answer_row(row) for row in wrong])


def _answer_row(row: AnswerRow) -> str:
    verdict, sign = ("differs", "≠") if row.facts else ("unjudged", "?")
    cites = ", ".join(f"quote {number}" for number in row.quotes)
    return (
        f"<tr><th scope=row class=v data-sign={sign}>{verdict}<td>{_text(row.sentence)}"
        f"<small>sentence {row.number}</small><td>{cites}<td>{_text('; '.join(answer_reasons(row)))}"
    )


def _card(row: Row) -> str:
    act, words, verdict, changes = advice(row)
    shown = ": " + " · ".join(f"“{_text(one)}”" for one in words) if words else _target(row)
    shown += f" ({changes})" if changes else ""
    then = "" if verdict is None else f"then {verdict}" if verdict.ok else "it still differs, look at it"
    return (
        f'<article class="row bad" id="quote{row.number}">\n'
        f'<header><h3><span class="v" data-sign="{_SIGNS[row.verdict]}">{row.verdict}</span>'
        f'<span class="q">{_text(numbered(row))}</span></h3>'
        f'<span class="at">{_where(row)}</span>{_badge(row)}</header>\n'
        f"<dl>{''.join(_terms(row))}</dl>\n"
        f'<p class="fix"><b>Fix</b><span>{_text(act[:1].upper() + act[1:])}{shown}</span>'
        f'<span class="then">{then}</span></p>\n</article>'
    )


def _target(row: Row) -> str:
    """Return where a quote stands that only has to be pointed at its source."""
    if row.fix is None:
        return ""
    place = row.fix.evidence[0]
    line = _line(row, place)
    return f": line {line}, characters {place.span_start}–{place.span_end}"


def _terms(row: Row) -> Iterator[str]:
    """Yield the content of a card: the words on both sides, why, and how it was measured."""
    shown = _source_words(row)
    parts = marked_parts(row.quote, shown.words) if shown else (Part(row.quote, row.quote, is_changed=False),)
    yield f"<dt>Quote</dt><dd>{_quote_side(parts)}</dd>"
    if shown:
        label, opened, closed = (
            ("Closest", '<span class="g">', "</span>")
            if row.place is None
            else ("Source", f'<mark data-m="{row.place.match_method}">', "</mark>")
        )
        words = f"{opened}{_source_side(parts)}{closed}"
        yield f"<dt>{label}</dt><dd>{_context(shown.before)}{words}{_context(shown.after)}</dd>"
    elif row.verdict is Verdict.MISSING and row.diagnosis is not None:
        yield '<dt>Source</dt><dd><span class="c">Nothing in the sources is similar.</span></dd>'
    why = [*reasons(row), *([_nearest(row, row.closest)] if row.closest else [])]
    yield from (f'<dt>Why</dt><dd class="s">{_text("; ".join(why))}</dd>' for _ in why[:1])
    also = ambiguity(row)
    if also:
        yield f'<dt>Also in</dt><dd class="s">{_text(also)}</dd>'
    if row.hedge:
        yield f'<dt>Hedged</dt><dd class="s">“{_text(row.hedge)}” stands before it</dd>'
    if shown:
        yield f'<dt>Measured</dt><dd class="s">{_measurement(row, shown)}</dd>'


def _measurement(row: Row, shown: _Shown) -> str:
    """Return how similar a quote is to the words of a source, by which formula, and the confidence that follows."""
    around, span = shown.surroundings
    distance, length = measure(row.quote, span, around)
    is_whole = distance > 0 and math.isclose(shown.similarity, 1 - distance / length)
    formula = f" = 1 − {distance}/{length}" if is_whole else ""
    found = row.evidence
    confidence = f" · confidence {three_digits(found.confidence)}" if isinstance(found, AlignedEvidence) else ""
    return f"similarity {three_digits(shown.similarity)}{formula}{confidence}"


def _context(text: str) -> str:
    return f'<span class="c">{_text(text)}</span>' if text else ""


def _nearest(row: Row, place: Place) -> str:
    where = f"{row.sources[place.message_index].name}, line {_line(row, place)}"
    is_below = place.similarity < MIN_FUZZY_SIMILARITY
    below = f", {shortfall(place.similarity, MIN_FUZZY_SIMILARITY)} below the bar" if is_below else ""
    return f"the closest words are in {where}{below}"


def _source_words(row: Row) -> _Shown | None:
    """Return the words of the source that a quote stands for, or is close to."""
    place = row.closest if row.place is None else row.place
    if place is None:
        return None
    text, start, end = row.sources[place.message_index].text, place.span_start, place.span_end
    before = _BEFORE.search(text, max(0, start - CONTEXT_CHARS), start)
    after = _AFTER.match(text, end, end + CONTEXT_CHARS)
    first = max(0, start - CONTEXT_CHARS)
    surroundings = text[first : end + CONTEXT_CHARS], Span(start=start - first, end=end - first)
    return _Shown(
        before[0] if before else "", text[start:end], after[0] if after else "", place.similarity, surroundings
    )


def _measured(row: Row) -> tuple[str, float | None]:
    """Return by which method the words were found, and how similar they are; None where nothing was."""
    place = row.closest if row.place is None else row.place
    return ("failed", None) if place is None else (place.match_method.replace("none", "failed"), place.similarity)


def _badge(row: Row) -> str:
    """Return the badge: with the confidence of a fuzzy quote, or how similar the closest words of a failed one are."""
    method, similarity = _measured(row)
    number = ""
    if similarity is not None and method in {"fuzzy", "failed"}:
        number = two_digits(similarity if method == "failed" else confidence_of(method, similarity))
    return f'<span class="b" data-m="{method}">{_BADGES[method]}{number}<span class="vh"> {method}</span></span>'


def _where(row: Row) -> str:
    if row.place is None:
        return "not checked" if row.verdict is Verdict.UNCHECKED else "no source"
    if row.verdict is Verdict.ELSEWHERE:
        return _text(f"says {claimed_place(row)}, stands in {row.source}")
    return _text(f"{row.source}, line {_line(row, row.place)}")


def _line(row: Row, place: AlignedEvidence | Place) -> int:
    return row.sources[place.message_index].text.count("\n", 0, place.span_start) + 1


def _quote_side(parts: Sequence[Part]) -> str:
    return "".join(_mark("del", part.quote_text) if part.is_changed else _text(part.quote_text) for part in parts)


def _source_side(parts: Sequence[Part]) -> str:
    return "".join(_mark("ins", part.source_text) if part.is_changed else _text(part.source_text) for part in parts)


def _mark(tag: str, text: str) -> str:
    """Return words that differ in a tag; white space around them stays outside."""
    words = text.strip()
    if not words:
        return _text(text)
    before, _, after = text.partition(words)
    return f"{_text(before)}<{tag}>{_text(words)}</{tag}>{_text(after)}"


def _table(title: str, columns: Sequence[str], rows: Sequence[str]) -> str:
    """Return a table; nothing without rows. Its cells end where the next begins, as HTML lets them."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{column}' for column in columns)
    body = "\n".join(rows)
    return f'<h2>{title} <span class="c">{len(rows)}</span></h2>\n<table><thead><tr>{head}<tbody>\n{body}\n</table>'


def _failed_row(row: Row) -> str:
    act, _, verdict, changes = advice(row)
    then = f", then {verdict}" if verdict and verdict.ok else ""
    sign = _SIGNS[row.verdict]
    act += f" ({changes})" if changes else ""
    return (
        f"<tr><th scope=row class=v data-sign={sign}>{row.verdict}<td>{_in_short(row)}"
        f"<small>{_text(numbered(row))}</small><td>{_where(row)}<td>{_text(act)}{then}"
    )


def _passed_row(row: Row) -> str:
    method, similarity = _measured(row)
    how = [f"{method} {three_digits(confidence_of(method, similarity))}" if method == "fuzzy" else method]
    how += ["slip; fails with strict"] if row.verdict is Verdict.SLIP else []
    how += [f"also in {also}"] if (also := ambiguity(row)) else []
    how += [f"hedged: “{row.hedge}” stands before it"] if row.hedge else []
    return (
        f"<tr><th scope=row class=o>{row.verdict}<td>{_in_short(row)}"
        f"<small>{_text(numbered(row))}</small><td>{_where(row)}"
        f"<td data-m={method}>{_text(', '.join(how))}"
    )


def _in_short(row: Row) -> str:
    """Return a quote for a table: with what is misspelled or differs marked, cut where it is long."""
    short = _cut(row.quote)
    is_marked = row.verdict in {Verdict.SLIP, Verdict.DIFFERS} and short == row.quote
    if not is_marked or row.text is None:
        return _text(short) + ("" if short == row.quote else "…")
    parts = marked_parts(row.quote, row.text)
    return "".join(
        _mark("del", part.quote_text) + _mark("ins", part.source_text) if part.is_changed else _text(part.quote_text)
        for part in parts
    )


def _cut(quote: str) -> str:
    """Return the beginning of a quote that fits a cell."""
    begun = quote[:MAX_CELL_CHARS].encode("utf-8", "surrogatepass")[:MAX_CELL_BYTES]
    return begun.decode("utf-8", "ignore") if len(begun) == MAX_CELL_BYTES else quote[:MAX_CELL_CHARS]


def _sources(report: Report) -> Iterator[str]:
    """Yield the sources, to be unfolded; only their names where they are too large together."""
    whole = sum(len(source.text.encode("utf-8", "replace")) for source in report.sources) <= MAX_SOURCE_BYTES
    for source in report.sources if whole else ():
        yield f"<details><summary><code>{_text(source.name)}</code></summary><p>{_text(source.text)}</p></details>"
    if not whole:
        names = ", ".join(source.name for source in report.sources[:MAX_CARDS])
        yield f"<p>Too large to be shown here: {_text(names)}{', …' if len(report.sources) > MAX_CARDS else ''}</p>"
