"""What a reader should look at in aligned evidence; it blocks nothing (contract 3.9)."""

from collections.abc import Iterator

from aligner_core.confusables import has_confusables
from aligner_core.hidden import has_hidden
from aligner_core.ties import cuts_word

SHORT_QUOTE = 30
LONG_QUOTE = 200


def advice(quote: str, source: str, start: int, end: int) -> Iterator[str]:
    """Yield the codes of what is worth a look in a quote and the words of its source between *start* and *end*."""
    length, words = len(quote.strip()), source[start:end]
    if length < SHORT_QUOTE:
        yield "short_quote"
    if length > LONG_QUOTE:
        yield "long_quote"
    if cuts_word(source, start) or cuts_word(source, end):
        yield "cut_word"
    if any(map(has_hidden, {quote, words})):
        yield "hidden_characters"
    if has_confusables(quote, words):
        yield "confusable_letters"
