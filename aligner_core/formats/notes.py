"""Notes on an upload in addition to its outcomes: a stable code, the place, the values of a sentence."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic import Field

from aligner_core.errors import ExtractionError
from aligner_core.spans import Value

SEEN = {
    "no_text_file": "This is a {kind} file. Export its text, as JSON, CSV, Markdown or plain text.",
    "picture_file": "This is a picture ({kind}). Give its text instead: nothing is read off pictures.",
    "media_file": "This is a recording ({kind}). Give its transcript, as captions (VTT, SRT) or as text.",
    "office_file": "This is a document of an office program ({kind}). Save it as text or Markdown, or as DOCX.",
    "sheet_file": "This is a workbook ({kind}). Save the sheet as CSV.",
    "pdf_file": "This is a PDF. Its text is read with the extra `documents`; without it, save the text as a file.",
    "document_without_text": "No text is in this document: its pages are pictures. Give its text.",
    "packed_file": "This is a packed file ({kind}). Unpack it, or pack it as zip.",
    "slack_without_channels": "A Slack export without channels: it has people and the list of channels, but no folder "
    "of days. Export it anew with public channels, or give the file of a day.",
    "chatgpt_without_conversations": "A ChatGPT export without conversations.json. Ask for a new export.",
    "claude_without_conversations": "A Claude export without conversations.json. Ask for a new export.",
    "slack_people": "The people of a Slack export (users.json). Give the whole zip, or the file of a day of a channel.",
    "slack_channels": "The list of channels of a Slack export (channels.json). Give the whole zip, or a day of one.",
    "chatgpt_user": "The account of a ChatGPT export (user.json). The conversations are in conversations.json.",
    "chatgpt_feedback": "The feedback of a ChatGPT export. The conversations are in conversations.json.",
    "chatgpt_shared": "The shared links of a ChatGPT export. The conversations are in conversations.json.",
    "claude_people": "The accounts of a Claude export (users.json). The conversations are in conversations.json.",
    "claude_projects": "The projects of a Claude export (projects.json). The conversations are in conversations.json.",
    "notebook": "A Jupyter notebook: it holds code, and no conversation. Save it as Markdown to read its text.",
    "json_schema": "A JSON schema: it says what a file looks like, and holds nothing itself.",
    "openapi": "The description of an API (OpenAPI). It holds neither a conversation nor quotes.",
    "geojson": "A map (GeoJSON). It holds neither a conversation nor quotes.",
    "web_traffic": "Recorded web traffic (HAR). Give the answers in it as files of their own.",
    "package_file": "The description of a package. It holds neither a conversation nor quotes.",
    "traces": "Traces of OpenTelemetry. Export the messages of the calls, as JSON in lines.",
    "coverage": "A report of test coverage. It holds neither a conversation nor quotes.",
    "web_page": "A web page (HTML). Save its text, or copy it and paste it.",
    "xml_file": "An XML file. Save its text, or export it as JSON or CSV.",
    "rich_text": "A document in rich text (RTF). Save it as plain text or Markdown.",
    "calendar": "A calendar or an address book. It holds no conversation.",
    "mail_box": "A mailbox of several e-mails. Save the conversation as text, a message a line or with speakers.",
    "e_mail": "An e-mail. Save its text without the headers, or the conversation with the names of who writes.",
    "program_log": "The log of a program: lines of a time and a level. It holds no conversation.",
}
"""What a file is seen to be that no reader takes, with what to do."""

ENGLISH = {
    "not_an_extraction": 'Not an extraction: expected an object with "entries" or "evidence".',
    "not_a_session": 'Not a session: expected an object with a list "messages".',
    "empty_session": "The session has no messages.",
    "not_a_message": 'A message must be a string or an object with "content".',
    "no_content": 'The message has no string "content".',
    "not_text": "Expected a string, not {value}.",
    "not_a_list": "Expected a list.",
    "not_an_object": "Left out: an entry must be an object.",
    "stage_not_allowed": "Left out: only people can verify. The stages of an upload are raw, working and candidate.",
    "stage_unknown": "Left out: {value} is not a stage. The stages of an upload are raw, working and candidate.",
    "no_evidence": "The entry has no evidence, so it cannot be verified.",
    "repeated_entry_id": "More than one entry has the id {value}; all are kept.",
    "not_a_retrieval": 'Not a retrieval: expected an object with a list "chunks".',
    "not_a_chunk": 'A chunk must be an object with the strings "chunkId" and "content".',
    "number_expected": "Ignored: {value} is not a number.",
    "relevance_unknown": "Ignored: {value} is not a relevance, which is high, medium or low.",
    "repeated_chunk_id": "More than one chunk has the id {value}; all are kept.",
    "run_unreadable": "Left out: {value} says nothing about the run.",
    "unknown_field": "Unknown field, ignored.",
    "text_ignored": "Unknown field; its text would be lost: {value}",
    "column_ignored": "Unknown column; its text would be lost: {value}",
    "decoded_from": "Not in UTF-8: read as {kind}.",
    "page_lines_left": "Left out, as they are on every page: {value}.",
    "words_rejoined": "Words that the end of a line had parted are one again: {count}.",
    "key_unused": "Not used by the mapping: {kind} ({count} values, such as {value}).",
    "offsets_not_allowed": "A position, so the quote failed as offsets_not_allowed; its text is kept.",
    "unknown_format": "No format is known that looks like this. Known are: {known}.",
    "nearest_format": "Not a known format. Nearest is {title}, where {wanted} was expected here. Known are: {known}.",
    "unknown_rows": "Rows with the keys {keys}: no format is known that has these. Name the key of what is quoted, "
    "stated or said, with what else is known: claim, quote, message, words, speaker, time, session.",
    "unknown_table": "A table with the columns {keys}: they are not called as those of a table of quotes or messages. "
    "Name the column of what is quoted, stated or said, with what else is known: claim, quote, message, words, "
    "speaker, time, session.",
    "document_unreadable": "The document cannot be read: {value}.",
    "unknown_prose": "A text in which nobody is seen to speak. It can be read as one message, or as a message a line.",
    "no_rows": "No rows: the mapping is of JSON, JSON in lines or a table.",
    "mapping_fits_nothing": "No row has what the mapping names: {keys}.",
    "too_many_items": "Too many: at most {limit} can be read.",
    "empty_file": "The file is empty.",
    "file_too_large": "Too large: at most {limit} bytes are read at once. JSON arrays and JSON in lines may be larger, "
    "read part by part.",
    **SEEN,
    "not_utf8": "Text in no encoding that is recognized, from byte {position} on. Save the file as UTF-8.",
    "not_json": "Not JSON from here on.",
    "json_too_deep": "The JSON is nested deeper than {limit} levels.",
    "not_a_number": "{name} is not a number of JSON.",
    "number_too_long": "A number has too many digits.",
    "archive_unreadable": "The archive cannot be unpacked: {value}.",
    "nothing_in_archive": "The archive has neither conversations.json nor one file alone that can be read: {value}.",
    "files_differ": "This file of the archive has another format than the first.",
    "left_out": "Left out: {kind} ({count} in all, the first here).",
    "unreadable_line": "Left out: the line cannot be read. {value}",
    "unreadable_item": "Left out: {value}",
    "unreadable_rest": "Left out: all from here on. {value}",
    "no_words": "Without words, and kept empty so that the numbers stay right ({count} in all, the first here).",
    "other_branches": "The current branch is taken; the others ({count} in all) are offered.",
    "went_back": "Somebody went back and went on from there ({count} times, the first here); what was said is kept "
    "too, in the order of the log.",
    "search_kept": "Kept with the extraction: how it was searched ({value}).",
    "made_by_asking": "Asked a model {requests} times: {read} tokens read, {written} written; {repaired} entries "
    "repaired, {withdrawn} withdrawn, {given_up} given up.",
    "window_lost": "Not read: messages {first} to {last} ({reason}).",
    "kept_once": "Written more than once, and kept once: {kind} ({count} in all, the first here).",
    "branch_guessed": "The file does not say which branch is current; the one with the newest end is taken.",
    "offsets_wrong": "The offsets do not hold these words, which are looked for instead: {value}",
    "offsets_counted": "The offsets count {value}, and are read so.",
    "no_documents": "The documents are not in the file; their numbers are those of the citations.",
    "from_events": "Put together from a stream of {count} events.",
    "from_code_block": "Taken out of the code block of a text.",
    "json_mended": "Not quite JSON, and read without: {value}.",
    "speakers_guessed": "Guessed: these speak, and so often: {value}.",
    "counted_from_one": "No message is number 0: the numbers may count from 1. They are taken as they are.",
}

KEPT = frozenset(
    {
        *("no_evidence", "not_a_list", "repeated_entry_id", "repeated_chunk_id", "no_words", "other_branches"),
        *("branch_guessed", "offsets_wrong", "no_documents", "speakers_guessed", "counted_from_one"),
        *("offsets_counted", "went_back", "kept_once", "from_events", "from_code_block", "json_mended"),
        *("decoded_from", "page_lines_left", "words_rejoined", "search_kept", "made_by_asking", "offsets_not_allowed"),
    }
)
"""The codes for what is odd but was kept; all others are for what was left out."""


LOST_TEXTS = frozenset({"text_ignored", "column_ignored"})
"""The codes for words that would be lost; whoever stores an upload asks first."""
MAX_SHOWN_TEXT = 200
"""How much of a text that would be lost a note repeats."""
_SENTENCE_WORDS = 2
_WITHOUT_SPACES = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2}")
"""Letters of languages that write a sentence in one word."""


class Note(Value):
    """Something in an upload that was left out or not understood.

    `code` is stable, `where` is the place in the upload, `params` are the values that a sentence needs.
    """

    code: str
    where: str
    params: dict[str, Any] = Field(default_factory=dict)

    @property
    def loses_text(self) -> bool:
        """Whether words of the upload would be lost, since nothing knows what they stand under."""
        return self.code in LOST_TEXTS

    @property
    def is_left_out(self) -> bool:
        """Whether something of the upload was not taken.

        >>> Note(code="unknown_field", where="x").is_left_out, Note(code="no_evidence", where="x").is_left_out
        (True, False)
        """
        return self.code not in KEPT


def ignored(where: str, value: object) -> Note:
    """Return the note on a key that is not known: with its value, where words would be lost with it.

    >>> ignored("rationale", "Because Dana said so.").code, ignored("id", "m-17").code
    ('text_ignored', 'unknown_field')
    """
    if not holds_words(value):
        return Note(code="unknown_field", where=where)
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return Note(code="text_ignored", where=where, params={"value": shown[:MAX_SHOWN_TEXT]})


def holds_words(value: object) -> bool:
    """Whether a JSON value holds words that somebody would miss: more than a name, a code, a number or a moment.

    >>> holds_words("one hour"), holds_words("high"), holds_words("2026-10-06 10:05"), holds_words(["한 시간"])
    (True, False, False, True)
    """
    if isinstance(value, Mapping):
        return any(map(holds_words, value.values()))
    if isinstance(value, list | tuple):
        return any(map(holds_words, value))
    if not isinstance(value, str):
        return False
    words = sum(any(map(str.isalpha, word)) for word in value.split())
    return words >= _SENTENCE_WORDS or _WITHOUT_SPACES.search(value) is not None


def sentence(code: str, where: str, params: Mapping[str, object]) -> str:
    """Return a note or an error as an English sentence, with its place.

    >>> sentence("unknown_field", "entries[3].score", {})
    'entries[3].score: Unknown field, ignored.'
    """
    text = ENGLISH[code].format_map(params)
    return f"{where}: {text}" if where else text


def refuse(code: str, where: str = "", params: Mapping[str, object] | None = None) -> NoReturn:
    """Refuse a whole upload.

    Raises:
        ExtractionError: always, with the sentence of *code*.

    >>> refuse("not_a_list", "entries")
    Traceback (most recent call last):
    aligner_core.errors.ExtractionError: entries: Expected a list.

    """
    raise ExtractionError(sentence(code, where, params or {}), code, where, params)
