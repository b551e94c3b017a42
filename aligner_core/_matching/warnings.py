"""Warnings about aligned evidence for readers, which block nothing (specification 3.9)."""

from collections.abc import Iterator

from aligner_core._matching.tie_breaking import cuts_word
from aligner_core._text.confusables import has_confusables
from aligner_core._text.invisible import has_hidden_characters

MIN_TELLING_CHARS, MAX_READABLE_CHARS = 30, 200
"""A shorter quote may be in a text by chance; a longer one is rarely read to its end."""


def warnings_for(quote: str, source: str, start: int, end: int) -> Iterator[str]:
    """Yield the codes of what is worth a look in a quote and in its source at [start, end).

    >>> list(warnings_for("keep it", "we keep items", 3, 10))
    ['short_quote', 'cut_word']
    """
    length, source_text = len(quote.strip()), source[start:end]
    if length < MIN_TELLING_CHARS:
        yield "short_quote"
    if length > MAX_READABLE_CHARS:
        yield "long_quote"
    if cuts_word(source, start) or cuts_word(source, end):
        yield "cut_word"
    if any(map(has_hidden_characters, {quote, source_text})):
        yield "hidden_characters"
    if has_confusables(quote, source_text):
        yield "confusable_letters"
