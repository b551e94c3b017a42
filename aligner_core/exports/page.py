"""Quotes as one HTML page that can be read and printed anywhere: no script, no request, a piece at a time."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

from aligner_core.evidence import AlignedEvidence, three_digits, two_digits
from aligner_core.exports.rows import MessageRow, QuoteRow
from aligner_core.grounding.marks import marked_parts

AROUND: Final = 80
"""How much of the source stands before and after the words, in code points."""
_BADGES: Final = {"exact": "E=", "normalized": "N≈", "fuzzy": "F~", "none": "✗"}
_UNSHOWABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that HTML forbids, or that change the direction of the text after them."""
_PAGE: Final = Path(__file__).with_name("page.html")
WORDS: Final[Mapping[str, str]] = {
    "lang": "en",
    "title": "Evidence",
    "lead": "Every quote, with the words of its source around it.",
    "said": "The model quoted",
    "closest": "Closest words",
    "failed": "not found",
    "offsets": "characters",
    "nothing": "Nothing was exported.",
    "conversation": "Conversation",
    "inert": "This page is complete in itself: no script, no request. Offsets count code points.",
}
"""What the page says, in English; a caller may give the same keys in another language."""
KOREAN: Final[Mapping[str, str]] = {
    "lang": "ko",
    "title": "근거",
    "lead": "모든 인용과 그 앞뒤의 원문입니다.",
    "said": "모델이 인용한 말",
    "closest": "가장 비슷한 말",
    "failed": "찾지 못함",
    "offsets": "글자",
    "nothing": "내보낸 것이 없습니다.",
    "conversation": "대화",
    "inert": "이 페이지는 그 자체로 완결됩니다. 스크립트도 요청도 없습니다. 위치는 코드 포인트로 셉니다.",
}
"""The same in Korean."""


def html_page(
    rows: Iterable[QuoteRow],
    *,
    messages: Iterable[MessageRow] = (),
    words: Mapping[str, str] | None = None,
    language: str = "en",
) -> Iterator[str]:
    """Yield a page of entries and their quotes, then of the *messages* of their conversation, if any are given.

    The rows of an entry follow each other. In Korean it says the same, or whatever the *words* say.
    """
    words = words or (KOREAN if language == "ko" else WORDS)
    head, foot = _template()
    shown = {key: _text(text) for key, text in words.items()}
    yield head.substitute(shown)
    is_empty = True
    for _, of_entry in groupby(rows, key=lambda row: (row.project, row.session, row.entry)):
        is_empty = False
        yield "".join(_entry(list(of_entry), shown))
    if is_empty:
        yield f"<p>{shown['nothing']}</p>\n"
    yield from _conversation(messages, shown)
    yield foot.substitute(shown)


@cache
def _template() -> tuple[Template, Template]:
    head, foot = _PAGE.read_text(encoding="utf-8").split("$entries\n")
    return Template(head), Template(foot)


def _entry(rows: list[QuoteRow], shown: Mapping[str, str]) -> Iterator[str]:
    first = rows[0]
    facts = " · ".join(_text(one) for one in (first.project, first.session, first.type) if one)
    yield f"<article><header><p class=k>{facts}<span class=stage>{_text(first.stage)}</span>"
    yield f" {_text(first.verdict)}</p>" if first.verdict else "</p>"
    yield f'<h2 dir="auto">{_text(first.title or first.entry)}</h2>'
    yield f'<p dir="auto">{_text(first.body)}</p>' if first.body else ""
    yield "</header>\n"
    for row in rows:
        yield from _quote(row, shown)
    yield "</article>\n"


def _quote(row: QuoteRow, shown: Mapping[str, str]) -> Iterator[str]:
    found, source, words = row.outcome, row.source, row.words
    yield f'<section data-m="{found.match_method}"><p class=k>{_badge(row)}'
    if found.message_index is not None:
        yield f" #{found.message_index}"
    yield f" {_text(row.speaker)}" if row.speaker else ""
    if words is None or source is None or not isinstance(found, AlignedEvidence):
        reason = _text(str(getattr(found, "failure_reason", "")))
        yield f' · {shown["failed"]}: {reason}</p>\n<blockquote dir="auto"><del>{_text(found.quote)}</del></blockquote>'
        closest = getattr(found, "closest", None)
        if closest is not None:
            yield f'<p class=k>{shown["closest"]}</p><blockquote dir="auto">{_text(closest.text)}</blockquote>'
        yield "</section>\n"
        return
    start, end = found.span_start, found.span_end
    yield f" · {shown['offsets']} {start}–{end} · {found.verdict.value} · {three_digits(found.confidence)}</p>\n"
    before, after = source[max(0, start - AROUND) : start], source[end : end + AROUND]
    yield f'<blockquote dir="auto">{"…" if start > AROUND else ""}{_text(before)}<mark>{_text(words)}</mark>'
    yield f"{_text(after)}{'…' if end + AROUND < len(source) else ''}</blockquote>"
    if words != found.quote:
        parts = marked_parts(found.quote, words)
        said = "".join(f"<del>{_text(o.quote_text)}</del>" if o.is_changed else _text(o.quote_text) for o in parts)
        yield f'<p class=k>{shown["said"]}</p><blockquote dir="auto">{said}</blockquote>'
    yield "</section>\n"


def _conversation(messages: Iterable[MessageRow], shown: Mapping[str, str]) -> Iterator[str]:
    """Yield the messages of a conversation with what was found in them marked."""
    is_begun = False
    for message in messages:
        yield "" if is_begun else f"<article><h2>{shown['conversation']}</h2>\n"
        is_begun = True
        yield f'<p class=k>#{message.index} {_text(message.speaker)}</p>\n<blockquote dir="auto">{_marked(message)}'
        yield "</blockquote>\n"
    yield "</article>\n" if is_begun else ""


def _marked(message: MessageRow) -> str:
    """Return the text of a message with every character of a quote that was found in it marked."""
    found = [row.outcome for row in message.quotes if isinstance(row.outcome, AlignedEvidence)]
    parts, at = list[str](), 0
    for one in sorted(found, key=lambda evidence: evidence.span_start):
        start = max(at, one.span_start)
        if start < one.span_end:
            parts += [_text(message.text[at:start]), f"<mark>{_text(message.text[start : one.span_end])}</mark>"]
            at = one.span_end
    return "".join((*parts, _text(message.text[at:])))


def _badge(row: QuoteRow) -> str:
    method = row.outcome.match_method
    number = two_digits(row.outcome.confidence) if method == "fuzzy" else ""
    return f'<b class=b data-m="{method}">{_BADGES[method]}{number}</b>'


def _text(text: str) -> str:
    """Return a text that is nothing but text, in content and in attributes."""
    return html.escape(_UNSHOWABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text))
