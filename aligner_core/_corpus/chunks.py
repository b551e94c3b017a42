"""Quotes that name their chunk: by its id, which a retriever gave it, instead of by its place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from aligner_core._corpus.corpus import Corpus
from aligner_core._matching.cascade import PreparedQuote, find_literal
from aligner_core.evidence.models import FailureReason
from aligner_core.formats.quotes import UNPLACED, ExtractedQuote

Places = Mapping[str, Sequence[int]]


def placed_in_chunks(
    quotes: Sequence[ExtractedQuote], chunk_ids: Sequence[str], corpus: Corpus
) -> Iterator[ExtractedQuote]:
    """Yield quotes, those that name a chunk with its index; *chunk_ids* are the ids of the messages, in their order.

    An id that no chunk has is `unknown_source`. Of several chunks with one id it is the first that has the words, else
    the first of all. Where no message has an id, a quote with an index keeps it.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(chunk_ids):
        if name:
            places[name].append(index)
    for quote in quotes:
        is_named = bool(quote.chunk_id and places) and (quote.refusal is None or quote.refusal in UNPLACED)
        yield _placed(quote, places, corpus) if is_named else quote


def _placed(quote: ExtractedQuote, places: Places, corpus: Corpus) -> ExtractedQuote:
    indices = places.get(quote.chunk_id, ())
    if not indices:
        return quote.model_copy(update={"message_index": None, "refusal": FailureReason.UNKNOWN_SOURCE})
    prepared = PreparedQuote(quote.text)
    holding = (index for index in indices if len(indices) > 1 and find_literal(prepared, corpus.sources[index]))
    return quote.model_copy(update={"message_index": next(holding, indices[0]), "refusal": None})
