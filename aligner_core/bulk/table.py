"""Aligns the rows of a table: each is a quote with its source, or a session with its extraction."""

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from aligner_core._corpus.batch import align_batch
from aligner_core._corpus.chunks import placed_in_chunks
from aligner_core._corpus.corpus import Corpus
from aligner_core.aligner import AlignerConfig, EvidenceAligner, settings_of
from aligner_core.bulk.models import (
    INDEX_KEYS,
    QUOTE,
    RESULT_COLUMNS,
    ROW_ID,
    SOURCE,
    WANTED,
    Result,
    TableRow,
)
from aligner_core.bulk.parquet import rows_of_table
from aligner_core.errors import AlignerError, FormatError, InvalidTypeError
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence
from aligner_core.formats.notes import LOST_TEXTS, sentence
from aligner_core.formats.quotes import CHUNK_KEYS, read_quote, without_message
from aligner_core.formats.reading import Part, Row
from aligner_core.formats.row_streams import rows_stream
from aligner_core.grounding.sources import Source, read_sources

_OTHER_COLUMNS = frozenset({"unknown_field", *LOST_TEXTS})
"""Notes on what is not looked at."""
_KEYS_SHOWN = 10


def align_table(rows: object, *, config: AlignerConfig | None = None) -> Iterator[Result]:
    """Yield the outcome of every quote of a table, in the order of its rows, as plain values by `RESULT_COLUMNS`.

    The table is an iterable of rows, or one that Arrow can read, as those of pandas, polars and pyarrow are; that needs
    the extra `parquet`. A row is a mapping with a `quote` and its `source`: one text, or a list of texts, messages or
    documents, of which a `messageIndex` or a `chunkId` names one; without either, the quote is looked for in all. An
    `id` is repeated in the result. A row can also be a session with its extraction, in any known format: then it has a
    result for each quote. Other columns are not looked at. Nothing is held but the row and the batch it is in.

    A row that cannot be read never stops the others: it has a result with its `error`, a sentence.

    Raises:
        InvalidTypeError: *rows* are neither mappings nor a table.
        MissingExtraError: they are a table, and pyarrow is not installed.

    >>> row = {"id": "a", "quote": "cache lives", "source": ["hello", "the cache lives"], "messageIndex": 0}
    >>> [(one["id"], one["verdict"], one["failureReason"]) for one in align_table([row])]
    [('a', 'elsewhere', 'wrong_message')]

    """
    return align_rows(_numbered(rows), config)


def align_rows(rows: Iterable[TableRow], config: AlignerConfig | None = None) -> Iterator[Result]:
    """Yield the results of numbered rows."""
    aligner = _RowAligner(AlignerConfig() if config is None else config)
    for row in rows:
        yield from aligner.results(row)


class _RowAligner:
    """Aligns rows; those with the same sources, one behind the other, share what was made of these."""

    def __init__(self, config: AlignerConfig) -> None:
        self._aligner = EvidenceAligner(config)
        self._settings = settings_of(config)
        self._sources: tuple[Source, ...] = ()
        self._corpus = Corpus([])

    def results(self, row: TableRow) -> list[Result]:
        """Return the results of a row; what went wrong is one, too."""
        own: Result = {"row": row.number}
        if row.error is not None:
            return [_result({**own, "error": row.error})]
        try:
            own["id"] = _id(row.value)
            return [_result({**own, **held}) for held in self._held(row.value)]
        except AlignerError as error:
            return [_result({**own, "error": str(error)})]
        except MemoryError:  # of the machine, not of the row: elsewhere it may be read
            raise
        except Exception as error:  # noqa: BLE001 - a mistake of ours in one row must not keep millions of others
            return [_result({**own, "error": f"the row ended in {type(error).__name__}: please report it"})]

    def _held(self, value: object) -> Iterator[Result]:
        if not isinstance(value, Mapping):
            message = f"the row is no object: {WANTED}"
            raise InvalidTypeError(message)
        if QUOTE in value and SOURCE in value:
            yield _wire(self._of_quote(value))
            return
        parts = [part for part in _parts(value) if not part.is_alternate]
        held = [
            (part.session.messages, part.extraction, part.chunk_ids)
            for part in parts
            if part.session is not None and part.extraction is not None
        ]
        if not held:
            message = f"the row has {_listed(value)}, and so no quotes with their sources: {WANTED}"
            raise InvalidTypeError(message)
        for messages, extraction, chunk_ids in held:
            yield from map(_wire, self._aligner.align(messages, extraction, chunk_ids=chunk_ids).outcomes)
        for note in chain.from_iterable(part.notes for part in parts):
            if note.is_left_out and note.code not in _OTHER_COLUMNS:
                yield {"error": sentence(note.code, note.where, note.params)}

    def _of_quote(self, row: Mapping[str, object]) -> AlignedEvidence | FailedEvidence:
        corpus = self._corpus_of(read_sources(row[SOURCE]))
        index = next((found for key in INDEX_KEYS if (found := _index(row.get(key))) is not None), None)
        names = {key: row[key] for key in CHUNK_KEYS if row.get(key) is not None}
        quote = without_message(read_quote({QUOTE: _cell(row[QUOTE]), "messageIndex": index, **names}))
        placed = placed_in_chunks([quote], [source.chunk_id for source in self._sources], corpus)
        [outcome] = align_batch(list(placed), corpus, self._settings, budget=None)
        return outcome

    def _corpus_of(self, sources: tuple[Source, ...]) -> Corpus:
        if sources != self._sources:
            self._sources, self._corpus = sources, Corpus([source.text for source in sources])
        return self._corpus


def _parts(value: Mapping[str, object]) -> Iterator[Part]:
    """Yield what a row holds that is in any known format.

    Raises:
        InvalidTypeError: it is in none, with the place where it stops to be in the nearest.

    """
    try:
        yield from rows_stream(iter([Row("", {key: held for key, held in value.items() if key != ROW_ID})])).parts
    except FormatError as error:
        wanted = error.params.get("wanted")
        stops = f"; {wanted} is expected at {error.where}" if wanted else ""
        message = f"the row has {_listed(value)}{stops}: {WANTED}"
        raise InvalidTypeError(message) from error


def _numbered(rows: object) -> Iterator[TableRow]:
    if hasattr(rows, "__arrow_c_stream__"):
        return (TableRow(number, row) for number, row in enumerate(rows_of_table(rows)))
    if isinstance(rows, Iterable) and not isinstance(rows, str | bytes | Mapping):
        return (TableRow(number, row) for number, row in enumerate(rows))
    message = f"rows must be mappings or a table, not {type(rows).__name__}"
    raise InvalidTypeError(message)


def _id(value: object) -> str | None:
    given = value.get(ROW_ID) if isinstance(value, Mapping) else None
    return None if given is None else str(given)


def _cell(value: object) -> object:
    """Return a value of a table, or None for the NaN by which pandas says that there is none."""
    return None if isinstance(value, float) and math.isnan(value) else value


def _index(value: object) -> object:
    """Return an index, which a column with gaps holds as 1.0, as a whole number."""
    cell = _cell(value)
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _listed(row: Mapping[str, object]) -> str:
    return ", ".join(f"`{name}`" for name in list(row)[:_KEYS_SHOWN]) or "nothing"


def _wire(outcome: AlignedEvidence | FailedEvidence) -> Result:
    verdict = outcome.verdict
    wire = outcome.model_dump(by_alias=True, mode="json")
    return {**wire, "verdict": verdict.value, "ok": verdict.ok, "text": outcome.text}


def _result(held: Result) -> Result:
    return {name: held.get(name) for name in RESULT_COLUMNS}
