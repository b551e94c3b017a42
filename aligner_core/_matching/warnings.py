"""Warnings about aligned evidence for readers, which block nothing (specification 3.9)."""

from collections.abc import Iterator

from aligner_core._differences.beside import Beside
from aligner_core._matching.tie_breaking import cuts_word
from aligner_core._text.confusables import has_confusables
from aligner_core._text.invisible import has_hidden_characters

MIN_TELLING_CHARS, MAX_READABLE_CHARS = 30, 200
"""A shorter quote may be in a text by chance; a longer one is rarely read to its end."""


def warnings_for(quote: str, beside: Beside, hedge: str) -> Iterator[str]:
    """Yield the codes of what is worth a look in a quote, in the words of its source, and in the text beside these.

    *hedge* are the words of hearsay, condition or doubt before it in its sentence.

    >>> list(warnings_for("keep it", Beside("if we keep items", 6, 13, "en"), "if"))
    ['short_quote', 'cut_word', 'hedged']
    """
    source, start, end = beside.text, beside.start, beside.end
    length, source_text = len(quote.strip()), beside.words
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
    if hedge:
        yield "hedged"
