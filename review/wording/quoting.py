"""Citations of a quote, as text and as Markdown: the words of the source, and their place."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from review.models import Alignment, Message
from review.models.sessions import speaker_of
from review.presentation.hidden import spell_out
from review.wording.codes import SPEAKER_ROLES

MAX_NAME = 200
"""The maximum number of characters cited of a title, a speaker or a time."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?=[T ]|$)")
_MARKS = re.compile(r"[\\`*_\[\]<>&~|$@#{}]")
_LINK = re.compile(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)
_LINE_MARK = re.compile(r"^(?:(\d+)(?=[.)])|(?=[-+=:]))")


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote in the three forms for copying."""

    text: str
    markdown: str
    link: str


def citation(alignment: Alignment, message: Message, *, link: str) -> Citation:
    """Return the citation of an aligned quote; *link* is the absolute address of the quote.

    The words are the source's, not the model's. Hidden characters are spelled out, as they are invisible when pasted.
    """
    words = spell_out(message.content[alignment.span_start : alignment.span_end])
    source = _source(message)
    text = _("“%(words)s” — %(source)s") % {"words": words, "source": source}
    return Citation(text, f"{quote_block(words)}\n\n— [{escape_markdown(source)}](<{link}>)\n", link)


def quote_block(words: str) -> str:
    r"""Return words as a quote block of Markdown that shows every line as it is.

    >>> quote_block("# no *title*")
    '> \\# no \\*title\\*'
    """
    lines = [escape_markdown(line) for line in words.splitlines()]
    following = [*lines[1:], ""][: len(lines)]
    broken = (f"> {line}\\" if line and after else f"> {line}" for line, after in zip(lines, following, strict=True))
    return "\n".join(line.rstrip() for line in broken)


def escape_markdown(line: str) -> str:
    r"""Return one line as Markdown that shows exactly these characters, whoever wrote them.

    It contains no emphasis, code, HTML, links or lists.

    >>> escape_markdown("1. see [x](http://a.b) <b>")
    '1\\. see \\[x\\](http\\://a.b) \\<b\\>'
    """
    marked = _LINK.sub(r"\\\g<0>", _MARKS.sub(r"\\\g<0>", line.strip()))
    return _LINE_MARK.sub(lambda found: f"{found[1] or ''}\\", marked)


def _source(message: Message) -> str:
    """Return the speaker, session, message and day of a quote in one line."""
    speaker = _one_line(message.name or str(SPEAKER_ROLES.get(speaker_of(message.role), message.role)))
    place = pgettext("citation", "message #%(index)s") % {"index": message.index}
    day = _DAY.match(message.timestamp)
    when = day[0] if day else _one_line(message.timestamp)
    return ", ".join(filter(None, (speaker, _one_line(str(message.session)), place, when)))


def _one_line(name: str) -> str:
    return spell_out(" ".join(name[:MAX_NAME].split()))
