"""The formats that are read, in the order in which they are tried.

Which format a file has is decided by its shape alone, never by its name. The shapes are disjoint but where one form
holds another: then the more particular one comes first.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, NoReturn

from aligner_core.formats.anthropic_messages import ANTHROPIC
from aligner_core.formats.argilla import ARGILLA
from aligner_core.formats.brat import BRAT
from aligner_core.formats.chat_table import CHAT_TABLE
from aligner_core.formats.chatgpt import CHATGPT
from aligner_core.formats.claude import CLAUDE
from aligner_core.formats.claude_code import CLAUDE_CODE
from aligner_core.formats.claude_mem import CLAUDE_MEM
from aligner_core.formats.codex import CODEX
from aligner_core.formats.copilot import COPILOT
from aligner_core.formats.cursor import CURSOR
from aligner_core.formats.cursor_markdown import CURSOR_MARKDOWN
from aligner_core.formats.decoding import (
    refuse_file,
)
from aligner_core.formats.discord import DISCORD
from aligner_core.formats.doccano import DOCCANO
from aligner_core.formats.docling import DOCLING
from aligner_core.formats.documents import DOCUMENTS
from aligner_core.formats.exchange import EXCHANGE
from aligner_core.formats.gemini import GEMINI
from aligner_core.formats.gemini_cli import GEMINI_CLI
from aligner_core.formats.graphiti import GRAPHITI
from aligner_core.formats.kakaotalk import KAKAOTALK
from aligner_core.formats.label_studio import LABEL_STUDIO
from aligner_core.formats.langextract import LANGEXTRACT
from aligner_core.formats.letta import LETTA
from aligner_core.formats.line_chat import LINE_CHAT
from aligner_core.formats.locomo import LOCOMO
from aligner_core.formats.longmemeval import LONGMEMEVAL
from aligner_core.formats.mem0 import MEM0
from aligner_core.formats.mt_bench import MT_BENCH
from aligner_core.formats.openai_chat import OPENAI_CHAT
from aligner_core.formats.openai_responses import OPENAI_RESPONSES
from aligner_core.formats.openwebui import OPENWEBUI
from aligner_core.formats.otter import OTTER
from aligner_core.formats.own import EXTRACTION, RETRIEVAL, SESSION
from aligner_core.formats.own_export import OWN_EXPORT
from aligner_core.formats.quote_table import QUOTE_TABLE
from aligner_core.formats.rag_rows import RAG_ROWS
from aligner_core.formats.ragtruth import RAGTRUTH
from aligner_core.formats.reading import (
    Reader,
    Row,
    RowVariant,
    TextReader,
    Variant,
)
from aligner_core.formats.retrieved_evidence import RETRIEVED_EVIDENCE
from aligner_core.formats.shapes import Misfit, keys_asked
from aligner_core.formats.sharegpt import SHAREGPT
from aligner_core.formats.sights import Sight, sight_of_text, sight_of_value
from aligner_core.formats.signal import SIGNAL
from aligner_core.formats.slack import SLACK
from aligner_core.formats.subrip import SUBRIP
from aligner_core.formats.teams import TEAMS
from aligner_core.formats.telegram import TELEGRAM
from aligner_core.formats.transcript import TRANSCRIPT
from aligner_core.formats.unknown_rows import table_columns
from aligner_core.formats.w3c_annotation import W3C_ANNOTATION
from aligner_core.formats.webvtt import WEBVTT
from aligner_core.formats.whatsapp import WHATSAPP
from aligner_core.formats.zoom_chat import ZOOM_CHAT

READERS: tuple[Reader, ...] = (
    CHATGPT,
    CLAUDE,
    CLAUDE_CODE,
    CODEX,
    GEMINI,
    GEMINI_CLI,
    COPILOT,
    CURSOR,
    SIGNAL,
    SLACK,
    TELEGRAM,
    DISCORD,
    TEAMS,
    SHAREGPT,
    LOCOMO,
    LONGMEMEVAL,
    RAGTRUTH,
    RAG_ROWS,
    MT_BENCH,
    W3C_ANNOTATION,
    LABEL_STUDIO,
    DOCCANO,
    ARGILLA,
    LETTA,
    CLAUDE_MEM,
    OPENWEBUI,
    DOCLING,
    EXCHANGE,
    LANGEXTRACT,
    OPENAI_RESPONSES,
    ANTHROPIC,
    MEM0,
    GRAPHITI,
    DOCUMENTS,
    OWN_EXPORT,
    RETRIEVED_EVIDENCE,
    RETRIEVAL,
    EXTRACTION,
    OPENAI_CHAT,
    SESSION,
)
"""The readers of JSON, in the order in which they are tried."""
TEXT_READERS: tuple[TextReader, ...] = (
    CURSOR_MARKDOWN,
    WHATSAPP,
    KAKAOTALK,
    LINE_CHAT,
    WEBVTT,
    SUBRIP,
    OTTER,
    ZOOM_CHAT,
    BRAT,
    QUOTE_TABLE,
    CHAT_TABLE,
    TRANSCRIPT,
)
"""The readers of other texts, in the order in which they are tried."""
SAMPLE_ROWS = 200
"""Among how many rows the first that decides the format is looked for."""
_DEPTH_THAT_COUNTS = 2
"""How many steps must fit for a format to be called the nearest."""
_ROWS_ASKED = 5
"""Of how many rows the nearest format is looked for."""
_KEYS_SHOWN = 12
_COMMON = """
id uuid text content type role name title message messages data value source url user author from to date time timestamp
ts results items rows label labels fields body description metadata score response request evidence extraction
document documents target list parts conversation turns events query question answer quote created_at session_id
sessionId context contexts input output summary status
"""
_COMMON_KEYS = frozenset(_COMMON.split())
"""The keys by which no format is told: any program may call something so."""


class KnownFormat(NamedTuple):
    """A format that is read: its name, its title, the rules by which it is known, and a short example."""

    name: str
    title: str
    rules: tuple[str, ...]
    example: str


class Decision(NamedTuple):
    """The reader of a file, the variant that fits, and the rows; the one value of a file has no place."""

    reader: Reader
    variant: Variant | RowVariant
    rows: Iterator[Row]
    is_whole: bool = False


def known_formats() -> tuple[KnownFormat, ...]:
    """Return the formats that are read.

    >>> [known.title for known in known_formats()][:2]
    ['ChatGPT export', 'Claude export']
    """
    json = (
        KnownFormat(one.name, one.title, tuple(variant.rule for variant in one.variants), one.example)
        for one in READERS
    )
    texts = (KnownFormat(one.name, one.title, one.rules, one.example) for one in TEXT_READERS)
    return (*json, *texts)


def decision_of(rows: list[Row], whole: tuple[Row, ...], *, wanted: str | None = None) -> Decision | None:
    """Return the first reader of which a variant fits a row, or the one value that holds all rows.

    With the name of a *wanted* format no other reader is asked.
    """
    values = [row.value for row in rows if row.note is None]
    for reader in _asked(wanted):
        for variant in reader.variants:
            is_of_rows = isinstance(variant, RowVariant) and bool(rows)
            if whole and isinstance(variant, RowVariant) and variant.is_of_lines:
                continue
            if not is_of_rows and any(variant.shape.fits(row.value) for row in whole):
                return Decision(reader, variant, iter(whole), is_whole=True)
            if any(map(variant.shape.fits, values)):
                return Decision(reader, variant, iter(rows))
    return None


def _asked(wanted: str | None) -> tuple[Reader, ...]:
    return READERS if wanted is None else tuple(reader for reader in READERS if reader.name == wanted)


def refuse_unknown(rows: Iterable[Row], *, wanted: str | None = None) -> NoReturn:
    """Refuse rows that fit no reader.

    Raises:
        FormatError: always: with what they are seen to be; or with the place where a row stops to fit the format that
            it is nearest to, of several that are as near the last, which is the most general; or with their keys.

    """
    looked = list(islice(rows, _ROWS_ASKED))
    if wanted is None:
        for row in looked:
            refuse_seen(sight_of_value(row.value))
    misfits = [
        (reader, misfit, place)
        for row in looked
        for place, reader in enumerate(_asked(wanted))
        for variant in reader.variants
        if (misfit := variant.shape.misfit(row.value, row.where)) is not None
        and (wanted is not None or _is_told(variant, row.value))
    ]
    reader, misfit, _ = max(misfits, key=lambda one: (one[1].depth, one[2]), default=(None, None, 0))
    if reader is not None and misfit is not None and misfit.depth >= _DEPTH_THAT_COUNTS:
        refuse_nearest((reader, misfit))
    keys = dict.fromkeys(key for row in looked for key in _keys(row.value))
    if not keys or wanted is not None:
        refuse_nearest(None)
    refuse_file("unknown_rows", params={"keys": ", ".join(islice(keys, _KEYS_SHOWN))})


def refuse_text(text: str, nearest: tuple[TextReader, Misfit] | None) -> NoReturn:
    """Refuse a text that fits no reader: by what it is seen to be, as a table of other columns, or as prose.

    Raises:
        FormatError: always.

    """
    refuse_seen(sight_of_text(text))
    columns = table_columns(text)
    if columns:
        refuse_file("unknown_table", "line 1", {"keys": ", ".join(columns[:_KEYS_SHOWN])})
    if nearest is not None and nearest[0] is not TRANSCRIPT and nearest[1].depth >= _DEPTH_THAT_COUNTS:
        refuse_nearest(nearest)
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        refuse_nearest(None)
    refuse_file("unknown_prose")


def refuse_seen(seen: Sight | None) -> None:
    """Refuse a file that is seen to be something; nothing happens where it is not.

    Raises:
        FormatError: it is seen to be something.

    """
    if seen is not None:
        refuse_file(seen.code, params={"kind": seen.kind} if seen.kind else {})


def _is_told(variant: Variant | RowVariant, value: object) -> bool:
    """Whether a value has one of the keys that are asked for and that other programs do not use, too."""
    return not _keys_within(value).isdisjoint(keys_asked(variant.shape) - _COMMON_KEYS)


def _keys(value: object) -> Iterator[str]:
    for one in islice(value, _ROWS_ASKED) if isinstance(value, list) else [value]:
        yield from one if isinstance(one, dict) else ()


def _keys_within(value: object, depth: int = 4) -> set[str]:
    """Return the keys of a value, and of the first values in it."""
    if depth == 0 or not isinstance(value, dict | list):
        return set()
    held = islice(value.values() if isinstance(value, dict) else value, _ROWS_ASKED)
    return set(value if isinstance(value, dict) else ()).union(*(_keys_within(one, depth - 1) for one in held))


def refuse_nearest(nearest: tuple[Reader | TextReader, Misfit] | None) -> NoReturn:
    """Refuse a file that is not quite of a format.

    Raises:
        FormatError: always.

    """
    known = ", ".join(one.title for one in known_formats())
    if nearest is None or nearest[1].depth < _DEPTH_THAT_COUNTS:
        refuse_file("unknown_format", params={"known": known})
    reader, misfit = nearest
    params = {"title": reader.title, "wanted": misfit.wanted, "known": known}
    refuse_file("nearest_format", misfit.where.removesuffix(": "), params)
