"""How a conversation is read, and who watches."""

from collections.abc import Callable
from dataclasses import dataclass

from aligner_core.errors import InvalidValueError
from aligner_core.extraction.result import WindowDone
from aligner_core.extraction.windows import OVERLAP, WINDOW_CHARS
from aligner_core.formats.prompts import Language

REASKS = 2
AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class ExtractorConfig:
    """How a conversation is read.

    The prompt is in the *language* of the conversation unless one is named. A model is asked again at most *reasks*
    times for what is not clean. A long conversation is read in windows of *window_chars* characters, each of which
    begins with *overlap* messages of the one before; *at_once* are read at the same time. No question is asked that
    might take more than *most_tokens* in all.

    Raises:
        InvalidValueError: a number is out of its range.

    """

    language: Language | None = None
    reasks: int = REASKS
    window_chars: int = WINDOW_CHARS
    overlap: int = OVERLAP
    at_once: int = AT_ONCE
    most_tokens: int | None = None

    def __post_init__(self) -> None:
        if self.reasks < 0 or self.window_chars < 1 or self.overlap < 0 or self.at_once < 1:
            message = "reasks and overlap are at least 0, window_chars and at_once at least 1"
            raise InvalidValueError(message)


@dataclass(frozen=True, slots=True)
class Watch:
    """What is called while a conversation is read; what these raise ends the extraction.

    *on_start* is called with the number of windows, *on_ask* before each question, by any thread, and *on_window* after
    each window, in their order. What *tokens_left* returns then may be spent besides what the windows up to that one
    have taken, however many others spend from the same budget; None leaves the budget as it is.
    """

    on_start: Callable[[int], object] = lambda *_: None
    on_ask: Callable[[], object] = lambda: None
    on_window: Callable[[WindowDone], object] = lambda *_: None
    tokens_left: Callable[[], int | None] = lambda: None


CONFIG, UNWATCHED = ExtractorConfig(), Watch()
