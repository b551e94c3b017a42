"""Problems and notes of uploads, in words: the error and the remedy."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext_lazy

from review.wording.formats import NUMBERINGS, wanted_text
from review.wording.quantities import MEGABYTE, file_size
from review.wording.sights import SEEN_FILES


class Coded(Protocol):
    """A problem or a note: a code and the parameters of its sentence."""

    @property
    def code(self) -> str:
        """The stable code."""

    @property
    def params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""


FILE_PROBLEMS = {
    "file_too_large": gettext_lazy("The file is larger than %(limit)s. Split it, or ask for a higher limit."),
    "request_too_large": gettext_lazy(
        "What you sent is %(size)s, and at most %(limit)s are taken at once. Upload fewer files, or import them with "
        "the command import_sessions. Nothing was read or stored."
    ),
    "line_too_long": gettext_lazy("The line is larger than %(limit)s. Split it, or ask for a higher limit."),
    "stream_too_large": gettext_lazy("The stream holds more than %(limit)s. Send what follows as another one."),
    "stream_unreadable": gettext_lazy("The stream cannot be unpacked from here on. Send what follows again."),
    "drafts_too_large": gettext_lazy(
        "Your uploads that are not imported yet take %(kept)s; with this one of %(size)s they would take more than "
        "%(limit)s. Import or discard some of them on the page Upload. Nothing was read or stored."
    ),
    "not_utf8": gettext_lazy(
        "No encoding of this text is recognised (from byte %(position)s on). Save the file as UTF-8 and give it again."
    ),
    "not_json": gettext_lazy("This is not JSON: look at line %(line)s, column %(column)s."),
    "json_too_deep": gettext_lazy("The JSON is nested deeper than %(limit)s levels."),
    "number_too_long": gettext_lazy("A number in the JSON is too long to be read."),
    "not_a_number": gettext_lazy("%(name)s is not a JSON number. Write null or leave it out."),
    "not_an_extraction": gettext_lazy('An extraction is an object with "entries" or "evidence". This is not one.'),
    "extraction_alone": gettext_lazy(
        "An extraction without its conversation: import both, or name the session that it belongs to."
    ),
    "not_a_session": gettext_lazy('A session is an object with "messages", a list. This is not one.'),
    "too_many_quotes": gettext_lazy("More than %(limit)s quotes. Split the extraction."),
    "too_many_messages": gettext_lazy("More than %(limit)s messages. Split the session."),
}
SESSION_PROBLEMS = {
    "empty_session": gettext_lazy("The session has no messages."),
    "not_a_message": gettext_lazy('A message is a text, or an object with "content".'),
    "no_content": gettext_lazy('The message has no "content" that is a text.'),
    "not_text": gettext_lazy("This has to be a text, not %(value)s."),
    "text_too_long": gettext_lazy("Longer than %(limit)s characters."),
    "unstorable_text": gettext_lazy(
        "Character %(position)s is NUL or half of a surrogate pair, which no database keeps. Take it out."
    ),
    "message_too_large": gettext_lazy("The message is larger than %(limit)s."),
    "messages_changed": gettext_lazy(
        "Messages differ from those stored: %(messages)s. Nothing stored is changed unasked."
    ),
    "messages_missing": gettext_lazy(
        "Message %(index)s differs from the one stored, and messages are missing from here on. "
        "Send a changed session whole, or give it another sessionId."
    ),
    "messages_shifted": gettext_lazy(
        "Message %(index)s is gone, or another one came before it: all that follow have moved. A message number stays "
        "with its message, so send them all in their places, or give the session another sessionId."
    ),
}
RETRIEVAL_PROBLEMS = {
    "not_a_retrieval": gettext_lazy('A retrieval is an object with "chunks", a list. This is not one.'),
    "not_a_chunk": gettext_lazy('A chunk is an object with "chunkId" and "content", both texts.'),
    "not_an_export": gettext_lazy("This is no complete export of this program. Export it as JSONL, or as a bundle."),
    "not_a_bundle": gettext_lazy("This is no audit bundle. Give the zip as it was downloaded."),
    "bundle_differs": gettext_lazy("The bundle does not agree with itself: %(value)s."),
    "export_unreadable": gettext_lazy(
        "The file cannot be read from some place on. Export it again, and send it whole."
    ),
    "not_a_record": gettext_lazy("This is not a record of an export. Export it again; do not edit it by hand."),
    "not_a_whole_bundle": gettext_lazy("Only the bundle of a whole session with its messages can be imported."),
    "messages_incomplete": gettext_lazy("Messages, or older versions of some, are missing. Export the session whole."),
    "extraction_differs": gettext_lazy("The extraction is not the one that its digest names. Export it again."),
    "extraction_incomplete": gettext_lazy("Not all entries of the extraction are there. Export the session whole."),
    "proof_failed": gettext_lazy(
        "The words of a quote are not where the file says. Nothing of the session is imported."
    ),
    "name_is_taken": gettext_lazy("Another kind of session has this name. Give it another one."),
    "retrieval_changed": gettext_lazy(
        "There is another retrieval of this name, and a retrieval never changes. Give it another retrievalId."
    ),
}
NOTES = {
    "number_expected": gettext_lazy("%(value)s is not a number; it is left out."),
    "relevance_unknown": gettext_lazy("%(value)s is not a relevance: high, medium or low; it is left out."),
    "repeated_chunk_id": gettext_lazy("More than one chunk is called %(value)s; all are kept."),
    "not_an_object": gettext_lazy("Left out: an entry is an object."),
    "not_a_list": gettext_lazy("This should be a list."),
    "stage_not_allowed": gettext_lazy("Left out: only people verify. Stages in an upload are raw, working, candidate."),
    "stage_unknown": gettext_lazy(
        "Left out: %(value)s is not a stage. Stages in an upload are raw, working, candidate."
    ),
    "no_evidence": gettext_lazy("The entry has no evidence, so it cannot be verified."),
    "repeated_entry_id": gettext_lazy("More than one entry is called %(value)s; all are kept."),
    "run_unreadable": gettext_lazy("%(value)s says nothing about the run; it is left out."),
    "unknown_field": gettext_lazy("Not known and ignored."),
    "offsets_not_allowed": gettext_lazy("A position: the quote failed by it, as positions of a model are ignored."),
    "text_ignored": gettext_lazy("Not known: its text would be lost: %(value)s"),
    "column_ignored": gettext_lazy("A column that is not known: its text would be lost: %(value)s"),
    "unstorable_entry": gettext_lazy("Left out: it holds NUL or half of a surrogate pair, which no database keeps."),
}
FORMAT_PROBLEMS = {
    "unknown_rows": gettext_lazy(
        "Its fields are %(keys)s. Expected was one for what is quoted (quote), what is stated (claim) or what is said "
        "(words)."
    ),
    "unknown_table": gettext_lazy(
        "Its columns are %(keys)s. Expected was one for what is quoted (quote), what is stated (claim) or what is said "
        "(words)."
    ),
    "unknown_prose": gettext_lazy("It can be read as one message, or as a message a line."),
    "no_rows": gettext_lazy("There are no rows in this file: a mapping is for JSON, JSON in lines or a table."),
    "mapping_fits_nothing": gettext_lazy("No row has what the mapping names: %(keys)s."),
    "unknown_format": gettext_lazy("This format is not known. Those below are."),
    "nearest_format": gettext_lazy("Nearest to %(title)s, but here %(wanted)s was expected."),
    "too_many_items": gettext_lazy(
        "More than %(limit)s items. Split the file, or import it with the command import_sessions."
    ),
    "empty_file": gettext_lazy("The file is empty."),
    "archive_unreadable": gettext_lazy("The archive cannot be unpacked: %(value)s. Unpack it and give the file in it."),
    "nothing_in_archive": gettext_lazy(
        "The archive has no conversations.json, and no single file that can be read: %(value)s. "
        "Unpack it and choose one."
    ),
    "files_differ": gettext_lazy(
        "This file of the archive has another format than the first one. Upload them one by one."
    ),
}
READER_NOTES = {
    "key_unused": gettext_lazy("Not used: %(kind)s (%(count)s values, such as %(value)s)."),
    "page_lines_left": gettext_lazy("Left out, as they are on every page: %(value)s."),
    "words_rejoined": gettext_lazy("Words that the end of a line had parted are one again: %(count)s."),
    "decoded_from": gettext_lazy("Not in UTF-8: read as %(kind)s."),
    "left_out": gettext_lazy("Left out: %(count)s × %(kind)s."),
    "unreadable_line": gettext_lazy("Left out: this line cannot be read. %(value)s"),
    "unreadable_item": gettext_lazy("Left out: this item cannot be read. %(value)s"),
    "unreadable_rest": gettext_lazy("Left out: everything from here on. %(value)s"),
    "no_words": gettext_lazy("%(count)s without words; kept empty, so that the numbers stay right."),
    "other_branches": gettext_lazy("The current branch is taken; %(count)s others are offered."),
    "branch_guessed": gettext_lazy(
        "The file does not say which branch is current: the one with the newest end is taken."
    ),
    "went_back": gettext_lazy(
        "Somebody went back and went on from there, %(count)s times; what was said is kept too, in the order of the "
        "log."
    ),
    "search_kept": gettext_lazy("Kept with the extraction: how it was searched (%(value)s)."),
    "made_by_asking": gettext_lazy(
        "Asked a model %(requests)s times: %(read)s tokens read, %(written)s written; %(repaired)s entries repaired, "
        "%(withdrawn)s withdrawn, %(given_up)s given up."
    ),
    "window_lost": gettext_lazy("Not read: messages %(first)s to %(last)s (%(reason)s)."),
    "kept_once": gettext_lazy("Written more than once, kept once: %(count)s × %(kind)s."),
    "offsets_wrong": gettext_lazy("The offsets hold other words; these are looked for instead: %(value)s"),
    "offsets_counted": gettext_lazy("The offsets count %(value)s, and are read so."),
    "from_events": gettext_lazy("Put together from a stream of %(count)s events."),
    "from_code_block": gettext_lazy("Taken out of the code block of a text."),
    "json_mended": gettext_lazy("Not quite JSON, and read without: %(value)s."),
    "no_documents": gettext_lazy("The documents are not in the file; their numbers are those of the citations."),
    "speakers_guessed": gettext_lazy("The speakers are guessed, with how often they speak: %(value)s."),
    "counted_from_one": gettext_lazy("Nothing names message 0: the extractor may have counted from 1."),
    "recounted": gettext_lazy("The numbers of the messages were changed by a person: %(numbering)s."),
}
LEFT_OUT_KINDS = {"file of the archive": gettext_lazy("files of the archive")}
KEPT_ONCE_KINDS = {
    "growing message": gettext_lazy("beginnings of a message"),
    "history": gettext_lazy("messages of a history written again"),
    "row": gettext_lazy("rows"),
}
KINDS = {"left_out": LEFT_OUT_KINDS, "kept_once": KEPT_ONCE_KINDS}
SENTENCES = FILE_PROBLEMS | SESSION_PROBLEMS | RETRIEVAL_PROBLEMS | NOTES | FORMAT_PROBLEMS | SEEN_FILES | READER_NOTES
ENTRIES_THAT_FALL = gettext_lazy("Verified entries that would go back to candidate: %(entries)s.")
MAX_NAMED = 20
"""How many messages or entries a sentence names."""
SIZES = frozenset(
    {
        "drafts_too_large",
        "file_too_large",
        "line_too_long",
        "message_too_large",
        "request_too_large",
        "stream_too_large",
    }
)


def problem_sentence(problem: Coded) -> str:
    """Return the sentence for a problem or a note; its code if it has none."""
    sentence = SENTENCES.get(problem.code)
    if sentence is None:
        return problem.code
    params = dict(problem.params)
    if problem.code == "messages_changed":
        return _changed_sentence(str(sentence), params)
    if problem.code in SIZES:
        params |= {name: _size(name, size) for name, size in params.items() if isinstance(size, int)}
    if problem.code in KINDS:
        params["kind"] = KINDS[problem.code].get(str(params.get("kind")), params.get("kind"))
    if problem.code == "nearest_format":
        params["wanted"] = wanted_text(str(params.get("wanted", "")))
    if problem.code == "recounted":
        params["numbering"] = NUMBERINGS.get(str(params.get("numbering")), "")
    try:
        return str(sentence) % params
    except KeyError:
        return problem.code


def entry_names(entries: Sequence[Mapping[str, object]]) -> str:
    """Return the numbers and titles of entries, the first of many."""
    return _named([f"{one['id']} “{one['title'] or one['entryId']}”" for one in entries])


def _changed_sentence(sentence: str, params: Mapping[str, Any]) -> str:
    """Return which stored messages would change, and which verified entries would fall."""
    changed = sentence % {"messages": _named([f"#{index}" for index in params["indexes"]])}
    entries = params["entries"]
    return f"{changed} {ENTRIES_THAT_FALL % {'entries': entry_names(entries)}}" if entries else changed


def _named(names: Sequence[str]) -> str:
    more = [f"… ({len(names)})"] if len(names) > MAX_NAMED else []
    return ", ".join([*names[:MAX_NAMED], *more])


def _size(name: str, size: int) -> str:
    """Return a limit as it is, and any other size to one digit behind the point."""
    return file_size(size if name == "limit" else round(size, -5 if size >= MEGABYTE else -2))
