"""The windows in which a conversation is read: ranges of messages, whose indices stay those of the session."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aligner_core.formats.session import MessageUpload

WINDOW_CHARS = 40_000
"""How many characters of messages a window has at most; a longer message is a window of its own."""
OVERLAP = 2
"""With how many of the last messages of the window before a window begins, so that it knows what they speak of."""


class Window(NamedTuple):
    """The messages from `first` up to `end`, which is not among them."""

    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first


def windows(messages: Sequence[MessageUpload], *, most: int = WINDOW_CHARS, overlap: int = OVERLAP) -> Iterator[Window]:
    """Yield the windows of a conversation: all messages, in order, each window with at most *most* characters.

    >>> [tuple(one) for one in windows([MessageUpload(content="ten letter")] * 5, most=30, overlap=1)]
    [(0, 3), (2, 5)]
    """
    first = 0
    while first < len(messages):
        end, size = first, 0
        while end < len(messages) and (end == first or size + len(messages[end].content) <= most):
            size += len(messages[end].content)
            end += 1
        yield Window(first, end)
        if end == len(messages):
            return
        first = max(end - overlap, first + 1)


def halves(window: Window) -> tuple[Window, ...]:
    """Return the two halves of a window; nothing of one that has a single message.

    >>> [tuple(half) for half in halves(Window(2, 5))], halves(Window(2, 3))
    ([(2, 3), (3, 5)], ())
    """
    middle = (window.first + window.end) // 2
    return (Window(window.first, middle), Window(middle, window.end)) if len(window) > 1 else ()


def as_asked(messages: Sequence[MessageUpload], window: Window) -> str:
    r"""Return the messages of a window as a model reads them, each with its index and who said it.

    The lines of a message after its first are indented, so that none of them looks like the beginning of another one.

    >>> as_asked([MessageUpload(role="user", content="One.\n[1] Two.")], Window(0, 1))
    '[0] user: One.\n  [1] Two.'
    """
    return "\n".join(_as_asked(index, messages[index]) for index in range(*window))


def _as_asked(index: int, message: MessageUpload) -> str:
    speaker = message.name or message.role
    text = "\n  ".join(message.content.splitlines())
    return f"[{index}] {' '.join(speaker.split())}: {text}" if speaker else f"[{index}] {text}"
