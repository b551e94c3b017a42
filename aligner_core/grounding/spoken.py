"""What the quotes of a check rest on, with who said it to whom."""

from collections.abc import Iterable, Iterator

from aligner_core._claims.said import Said, Talk
from aligner_core._language.speakers import Speaker
from aligner_core.grounding.report import Row
from aligner_core.grounding.sources import Source


def said_in(rows: Iterable[Row]) -> Iterator[Said]:
    """Yield the words of the sources for the quotes that are ok; each counts over the sources of its own session."""
    talks = dict[int, Talk]()
    for row in rows:
        if row.ok and row.place is not None:
            talk = talks.setdefault(row.first_source, _talk(row.sources))
            yield talk.said(row.place.message_index, row.place.span.start, row.place.span.end)


def _talk(sources: Iterable[Source]) -> Talk:
    held = list(sources)
    messages = [(Speaker(source.speaker, source.role), source.text) for source in held]
    return Talk(messages, [source.when for source in held])
