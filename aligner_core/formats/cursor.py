"""The transcripts that Cursor keeps of its agents, one message a line."""

import re
from collections.abc import Iterator, Mapping

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, conversation_of
from aligner_core.formats.shapes import LIST, Having, at, one_of
from aligner_core.formats.words import text_in, words_of

_ROW = Having(
    {"role": one_of("user", "assistant"), "message": Having({"content": LIST})}, lacking=("type", "sessionId")
)
_QUERY = re.compile(r"<user_query>\n?(.*?)\n?</user_query>", re.DOTALL)
_TAGGED = re.compile(r"\s*<([a-z_]+)>.*</\1>\s*", re.DOTALL)


def _gather(rows: Iterator[Row]) -> Parts:
    omissions, messages = Omissions(), list[dict[str, str]]()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        message = given.get("message")
        if not isinstance(message, Mapping):
            omissions.add(given.get("type"), row.where)
            continue
        content = message.get("content")
        role, place = text_in(given, "role"), at(at(row.where, "message"), "content")
        parts = content if isinstance(content, list) else [content]
        texts = [words_of([part], place, omissions) for part in parts]
        said = "\n".join(text for text in texts if text)
        pieces = [(role, said)] if role != "user" else [piece for text in texts for piece in _segments(text)]
        messages += [{"role": who, "content": words} for who, words in pieces if words]
    yield conversation_of({"messages": messages}, notes=omissions.notes())


def _segments(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a person asked, and apart from it what the program sent with it.

    >>> list(_segments("<user_info>linux</user_info><user_query>Why?</user_query>"))
    [('system', '<user_info>linux</user_info>'), ('user', 'Why?')]
    """
    if _QUERY.search(text) is None:
        yield ("system" if _TAGGED.fullmatch(text) else "user"), text
        return
    start = 0
    for query in _QUERY.finditer(text):
        yield from _put_in(text[start : query.start()])
        yield "user", query[1]
        start = query.end()
    yield from _put_in(text[start:])


def _put_in(text: str) -> Iterator[tuple[str, str]]:
    if text.strip():
        yield "system", text.strip()


CURSOR = Reader(
    name="cursor",
    title="Cursor transcript",
    example='{"role": "user", "message": {"content": [{"type": "text", "text": '
    '"<user_query>How long?</user_query>"}]}}',
    variants=(RowVariant("rows with `role` and `message`", _ROW, _gather, Counting.MESSAGES_OF_A_LOG),),
)
