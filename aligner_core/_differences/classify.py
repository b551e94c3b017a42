"""What differs between a quote and its source, and how much each difference can change (specification 3.9).

Both are split into words, values, identifiers and signs and aligned; every part that is not the same is judged by
itself. No similarity can do that: one digit of an amount costs 0.02, a lost "not" 0.05. A part is critical unless it is
known to be harmless.
"""

from collections.abc import Iterator, Sequence

from aligner_core._differences.compared_tokens import ComparedTokens, Tokens, compared_tokens
from aligner_core._differences.comparison import Comparison
from aligner_core._differences.message import Message
from aligner_core._differences.parts import Part, parts_of, with_context
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.shared_ends import before_context, common_prefix
from aligner_core.evidence.differences import Difference

MAX_CONTEXT_TOKENS = 6
"""How many tokens beside a difference are compared with it: as many as a date has."""


def differences(
    quote: str, source: NormalizedText, window: tuple[int, int], language: str | None
) -> tuple[Difference, ...]:
    """Return what differs between a quote and the folded window [start, end) it was aligned to, in reading order.

    *language* is that of the message, by which words are judged; None when it is not known.

    >>> found = differences("we keep 12 builds", NormalizedText("we keep 21 builds"), (0, 17), "en")
    >>> [(one.kind, one.quote_text, one.source_text, one.severity) for one in found]
    [('number', '12', '21', 'critical')]
    """
    folded, window = _changed_part(fold(quote), source.text, window)
    compared = compared_tokens(folded, source.text, window)
    return tuple(_differences_between(compared, Message(quote, source, window, language)))


def _differences_between(compared: ComparedTokens, message: Message) -> Iterator[Difference]:
    """Yield what differs between tokens: only what does, and a few tokens beside it, is read and judged.

    A word that the window cuts is read in both ways, cut and whole: it differs only if it does in both.
    """
    parts = parts_of([token.text for token in compared.quote], [token.text for token in compared.source])
    for group in with_context(parts, MAX_CONTEXT_TOKENS):
        found = list(_differences_in(group, compared.quote, compared.source, message))
        if _changes_cut_word(group, compared) and any(one.critical for one in found):
            of_whole = list(_compare(group, compared.quote, compared.whole_source, message))
            found = min(found, of_whole, key=lambda some: sum(one.critical for one in some))
        yield from found


def _changes_cut_word(group: Sequence[Part], compared: ComparedTokens) -> bool:
    """Return whether a part that differs holds a word that the window cuts."""
    cut, whole = compared.source, compared.whole_source
    return any(not part.is_same and cut[part.start : part.end] != whole[part.start : part.end] for part in group)


def _differences_in(group: Sequence[Part], quote: Tokens, source: Tokens, message: Message) -> Iterator[Difference]:
    """Yield what differs in a group of parts: words by themselves, if that is all they are, else all read together."""
    changed = [part for part in group if not part.is_same]
    if all(message.are_plain(quote, source, part) for part in changed):
        return (message.difference_of_words(quote[a:b], source[c:d]) for _, a, b, c, d in changed)
    return _compare(group, quote, source, message)


def _compare(group: Sequence[Part], quote: Tokens, source: Tokens, message: Message) -> Iterator[Difference]:
    first, start, last, end = group[0].first, group[0].start, group[-1].last, group[-1].end
    edges = (start == 0, end == len(source))
    return Comparison(quote[first:last], source[start:end], message, edges).differences()


def _changed_part(quote: str, text: str, window: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """Return a quote and its window without what is the same at their ends, but for a few words beside what differs.

    Both are cut at the same spaces, so that no word, and no value of a few words, is taken apart.
    """
    start, end = window
    shorter = min(len(quote), end - start)
    same = common_prefix(quote, text[start:end])
    front = before_context(quote, same)
    same = min(common_prefix(quote[::-1], text[start:end][::-1]), shorter - front)
    back = before_context(quote[::-1], same)
    return quote[front : len(quote) - back], (start + front, end - back)
