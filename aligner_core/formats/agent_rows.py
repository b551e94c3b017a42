"""The words of one row of a coding agent's log, by who said them: what a program puts in is nobody's words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from aligner_core.formats.reading import Omissions
from aligner_core.formats.shapes import at
from aligner_core.formats.words import text_in, words_of

_OUTPUT = ("local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr")
"""The tags in which a program puts what a command wrote."""
_PUT_IN = (
    *("system-reminder", "command-name", "command-message", "command-args", "command-contents"),
    *("local-command-caveat", "user-prompt-submit-hook", "session-start-hook", "task-notification"),
    *("ide_opened_file", "ide_selection", "ide_diagnostics", "new-diagnostics", "teammate-message", "channel"),
)
"""The tags in which it puts the rest; a command may be called by the model too, so its arguments are nobody's."""
_TAG = re.compile(rf"<(?P<end>/?)(?P<name>{'|'.join((*_OUTPUT, *_PUT_IN))})(?:\s[^<>]*)?>")
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]\n]{0,40}\]")
_SUMMARY = "This session is being continued from a previous conversation"
_WRITTEN_BY_PROGRAM = "<synthetic>"
"""The model of messages that the program writes itself, such as errors."""
USER, ASSISTANT, TOOL, SYSTEM, SUMMARY = "user", "assistant", "tool", "system", "summary"


@dataclass(frozen=True, slots=True)
class Turn:
    """What one row says: its role and words, and where it belongs.

    `message` names the message of the model that the row is a block of, `call` the call of a tool that it answers.
    """

    role: str
    words: str
    uuid: str
    parent: str
    timestamp: str
    where: str
    message: str = ""
    call: str = ""

    @property
    def identity(self) -> str:
        """The name of its message or call, which the program gives once; "" for what only words identify."""
        return f"{self.role} {self.message or self.call}" if self.message or self.call else ""


def turns_of(row: Mapping[str, Any], uuid: str, where: str, omissions: Omissions) -> Iterator[Turn]:
    """Yield what a row of a user or an assistant says: first the results of tools, which come in rows of the user."""
    message = row["message"]
    content, place = message.get("content"), at(at(where, "message"), "content")
    blocks = enumerate(content) if isinstance(content, list) else [(None, content)]
    empty = _empty_turn(row, uuid, where)
    texts = list[str]()
    for index, block in blocks:
        there = place if index is None else at(place, index)
        if isinstance(block, Mapping) and block.get("type") == "tool_result":
            words = words_of(block.get("content"), at(there, "content"), omissions)
            yield replace(empty, role=TOOL, words=words, call=text_in(block, "tool_use_id"))
        else:
            texts.append(words_of(block, there, omissions))
    if (text_in(message, "role") or text_in(row, "type")) != ASSISTANT:
        yield from _typed(texts, empty, row.get("origin"))
    elif message.get("model") == _WRITTEN_BY_PROGRAM:
        yield replace(empty, role=SYSTEM, words=_lines(texts))
    else:
        name = text_in(message, "id") or text_in(row, "requestId")
        yield replace(empty, role=ASSISTANT, words=_lines(texts), message=name)


def queued_turns(row: Mapping[str, Any], uuid: str, where: str, omissions: Omissions) -> Iterator[Turn]:
    """Yield what was said while a tool ran, which no row of the user holds; nothing for rows of another kind."""
    held, empty = row.get("attachment"), _empty_turn(row, uuid, where)
    if isinstance(held, Mapping) and held.get("type") == "queued_command":
        words = words_of(held.get("prompt"), at(at(where, "attachment"), "prompt"), omissions)
        is_prompt = held.get("commandMode", "prompt") == "prompt"
        yield from _typed([words], empty, held.get("origin") if is_prompt else {"kind": "command"})
    elif row.get("operation") == "remove" and row.get("reason") == "absorbed_mid_turn":
        yield from _typed([text_in(row, "content")], empty, None)


def segments(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text that a person sent, each with its role: what the program put in is not their words.

    >>> list(segments("<system-reminder>Be brief.</system-reminder> How long?"))
    [('system', '<system-reminder>Be brief.</system-reminder>'), ('user', 'How long?')]
    """
    if _INTERRUPTED.fullmatch(text.strip()):
        yield SYSTEM, text
        return
    if text.startswith(_SUMMARY):
        yield SUMMARY, text
        return
    start = 0
    for first, last, name in _put_in(text):
        if words := text[start:first].strip():
            yield USER, words
        yield TOOL if name in _OUTPUT else SYSTEM, text[first:last]
        start = last
    words = text[start:].strip() if start else text
    if words or not start:
        yield USER, words


def _put_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where tags begin and end, with their names; one in another is part of it.

    One that is not closed is a word of the person, unless the text begins with it. Where the same one is opened more
    often than closed, all up to the last end is in it.
    """
    tags = list(_TAG.finditer(text))
    last_end = {tag["name"]: tag.end() for tag in tags if tag["end"]}
    beginning, begin, name, depth = len(text) - len(text.lstrip()), -1, "", 0
    for tag in tags:
        if depth == 0 and not tag["end"]:
            is_closed = last_end.get(tag["name"], 0) > tag.end()
            if is_closed:
                begin, name, depth = tag.start(), tag["name"], 1
            elif tag.start() == beginning:
                yield tag.start(), len(text), tag["name"]
                return
        elif depth and tag["name"] == name:
            depth += -1 if tag["end"] else 1
            if depth == 0 or tag.end() == last_end[name]:
                depth = 0
                yield begin, tag.end(), name


def _empty_turn(row: Mapping[str, Any], uuid: str, where: str) -> Turn:
    return Turn("", "", uuid, text_in(row, "parentUuid"), text_in(row, "timestamp"), where)


def _lines(texts: list[str]) -> str:
    return "\n".join(text for text in texts if text)


def _typed(texts: list[str], empty: Turn, origin: object) -> Iterator[Turn]:
    """Yield what a person sent, by who said it; what one says in blocks side by side is joined.

    Where the origin of the row is no person, nothing of it is a person's words.
    """
    is_person = not isinstance(origin, Mapping) or origin.get("kind", "human") == "human"
    parts = [part for text in texts if text for part in segments(text)]
    for speaker, group in groupby(parts, key=itemgetter(0)):
        role = speaker if is_person or speaker != USER else SYSTEM
        yield replace(empty, role=role, words=_lines([words for _, words in group]))
