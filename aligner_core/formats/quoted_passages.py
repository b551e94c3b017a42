"""The passages that an answer in prose quotes: between quotation marks, and in block quotes."""

import re

from aligner_core._language.quotation_marks import MarkKind, Pair, pairs
from aligner_core._text.prose import blank, prose_of
from aligner_core.errors import require_type
from aligner_core.spans import Value

_BLOCK = re.compile(r"(?:^[ \t]*+>(?![=\d]).*(?:\n|\Z))++", re.MULTILINE)
_LINE_MARK = re.compile(r"^[ \t]*+(?:>[ \t]?)++", re.MULTILINE)
_ALERT = re.compile(r"\s*\[!\w+\]")
_ATTRIBUTION = re.compile(r"\s*+[*_]*+(?:—|–|―|--|출처\s?:|source\s?:)", re.IGNORECASE)
_EDGES = "*_ \t\n."


class QuotedPassage(Value):
    """A passage that an answer quotes: its words, its span in the answer, and what marks it.

    `text` is what stands from `start` to `end`, in code points of the answer, without the marks at the lines of a block
    quote and those repeated before paragraphs. Nothing else is taken off: emphasis and ellipses stay.
    """

    text: str
    start: int
    end: int
    kind: MarkKind


def quotes_in(answer: str) -> tuple[QuotedPassage, ...]:
    r"""Return the passages that an answer quotes, in their order.

    A title or a single word in marks is a passage too; filter by the length or the kind where only sentences matter. Of
    nested quotations the outermost is returned. Code, JSON, tags and addresses quote nothing.

    Raises:
        InvalidTypeError: *answer* is not a string.

    >>> for passage in quotes_in("It's 6' long: “we don't ship it”.\n\n> Refunds take\n> 14 days.\n> — FAQ"):
    ...     print(passage.kind, repr(passage.text))
    double "we don't ship it"
    block 'Refunds take\n14 days.'

    """
    require_type(answer, str, "answer")
    prose = prose_of(answer)
    blocks = (_block(found) for found in _BLOCK.finditer(prose))
    marked = pairs(_BLOCK.sub(lambda found: blank(found[0]), prose))
    passages = (_passage(answer, pair) for pair in (*filter(None, blocks), *marked))
    return tuple(sorted(filter(None, passages), key=lambda passage: passage.start))


def _passage(answer: str, pair: Pair) -> QuotedPassage | None:
    """Return what stands between two marks, or None for nothing but white space."""
    words = answer[pair.start : pair.end]
    start = pair.end - len(words.lstrip())
    end = pair.start + len(words.rstrip())
    if start >= end:
        return None
    pieces, done = [], start
    for first, last in pair.cuts:
        pieces.append(answer[done:first])
        done = last
    text = "".join([*pieces, answer[done:end]])
    return QuotedPassage(text=text, start=start, end=end, kind=pair.kind)


def _block(found: re.Match[str]) -> Pair | None:
    """Return the words of a block quote without its attribution and marks around the whole, or None for an alert."""
    lines = _LINE_MARK.sub(lambda mark: blank(mark[0]), found[0])
    if _ALERT.match(lines):
        return None
    words = _without_attribution(lines)
    start, end = len(words) - len(words.lstrip()), len(words)
    inner = next(iter(pairs(words)), None)
    if inner and not words[: inner.start - 1].strip(_EDGES) and not words[inner.end + 1 :].strip(_EDGES):
        start, end = inner.start, inner.end
    offset = found.start()
    cuts = ((offset + mark.start(), offset + mark.end()) for mark in _LINE_MARK.finditer(found[0], start, end))
    return Pair(MarkKind.BLOCK, offset + start, offset + end, tuple(cuts))


def _without_attribution(lines: str) -> str:
    """Return the lines of a block quote up to the one with their attribution."""
    words, _, last = lines.rstrip().rpartition("\n")
    return (words if words.strip() and _ATTRIBUTION.match(last) else lines).rstrip()
