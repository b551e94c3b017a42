"""Reads the windows of one conversation: asks, judges, asks again, and keeps the best."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from aligner_core.extraction.asking_again import MAX_TOLD, told
from aligner_core.extraction.best import Best
from aligner_core.extraction.config import ExtractorConfig, Watch
from aligner_core.extraction.judging import Judged, judged
from aligner_core.extraction.questions import NO_TOKENS, Answer, Ask, AskError, Exchange, Question, Tokens
from aligner_core.extraction.result import Counts, Lost, WindowDone, sums
from aligner_core.extraction.windows import Window, as_asked, halves
from aligner_core.extraction.wording import wording_of
from aligner_core.formats.prompts import Language, extractor_prompt, extractor_schema
from aligner_core.formats.session import SessionUpload
from aligner_core.grounding import Source

MAX_HALVINGS = 2
"""How often a window is halved whose answers are all cut off."""
CHARS_A_TOKEN = 3
"""How many characters a token has at least in what is asked, for the estimate of the next question."""
CUT_OFF, UNREADABLE, BUDGET, STOPPED = "cut_off", "unreadable", "budget", "stopped"


@dataclass(slots=True)
class Read:
    """What was read of one window: its best entries, and what that took; or the halves in which it was read."""

    window: Window
    best: Best | None = None
    tokens: Tokens = NO_TOKENS
    requests: int = 0
    attempts: list[Counts] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    halves: list["Read"] = field(default_factory=list)

    @property
    def parts(self) -> "list[Read]":
        """It, or the halves of it."""
        return [part for half in self.halves for part in half.parts] or [self]

    @property
    def done(self) -> WindowDone:
        """What is told of it."""
        every = self.every
        bests = [one.best for one in every if one.best is not None]
        return WindowDone(
            window=self.window,
            tokens=Tokens(sum(one.tokens.input for one in every), sum(one.tokens.output for one in every)),
            requests=sum(one.requests for one in every),
            attempts=sums([one.attempts for one in every]),
            repaired=sum(len(best.repaired) for best in bests),
            withdrawn=sum(best.withdrawn for best in bests),
            given_up=sum(len(best.faulty) for best in bests),
            lost=tuple(lost for one in every for lost in one.lost),
        )

    @property
    def every(self) -> "list[Read]":
        """It and the halves in which it was read, at any depth."""
        return [self, *(one for half in self.halves for one in half.every)]


class Reader:
    """Reads the windows of one conversation, within its budget of tokens; threads share it."""

    def __init__(
        self, session: SessionUpload, ask: Ask, language: Language, *, config: ExtractorConfig, watch: Watch
    ) -> None:
        self._session, self._ask, self._config, self._watch = session, ask, config, watch
        self._sources = [Source(f"message {place}", one.content) for place, one in enumerate(session.messages)]
        self._wording = wording_of(language)
        self._instruction, self._schema = extractor_prompt(language), extractor_schema()
        self._lock, self._spent, self._most = Lock(), 0, config.most_tokens
        self._end: AskError | None = None

    def stop(self) -> None:
        """Let no other question be asked."""
        self._end = AskError(STOPPED, "the extraction was stopped")

    def allow(self, tokens: int) -> None:
        """Let all windows together take so many tokens and no more."""
        with self._lock:
            self._most = tokens

    def read(self, window: Window, *, halvings: int = MAX_HALVINGS) -> Read:
        """Read one window; where all its answers are cut off, in halves."""
        read = Read(window)
        try:
            is_cut = self._attempts(read)
        except AskError as error:
            if error.is_final:
                self._end = error
            read.lost += [] if read.best else [Lost(window, error.code, str(error))]
            return read
        if read.best is None and is_cut and halvings and len(window) > 1:
            read.halves = [self.read(half, halvings=halvings - 1) for half in halves(window)]
        elif read.best is None:
            read.lost.append(Lost(window, CUT_OFF if is_cut else UNREADABLE))
        return read

    def _attempts(self, read: Read) -> bool:
        """Ask for a window and again for what is not clean, and return whether the last answer was cut off."""
        asked, before, is_cut = as_asked(self._session.messages, read.window), tuple[Exchange, ...](), False
        for _ in range(1 + self._config.reasks):
            answer = self._answer(Question(self._instruction, asked, self._schema, before), read)
            before, is_cut = (*before, Exchange(asked, answer)), answer.is_cut
            entries = judged(answer.value, self._sources)
            if entries is not None:
                _take(read, entries)
            if read.best is not None:
                read.attempts.append(_counts(read.best))
                if not read.best.faulty:
                    break
            asked = self._again(read.best, is_read=entries is not None, is_cut=is_cut)
        return is_cut

    def _again(self, best: Best | None, *, is_read: bool, is_cut: bool) -> str:
        """Return what is asked next: for an answer where there is none, and for what is not clean."""
        unread = self._wording.cut if is_cut else self._wording.unreadable
        faulty = told(best.faulty, self._wording) if best is not None else ""
        return "\n\n".join(filter(None, ("" if is_read else unread, faulty)))

    def _answer(self, question: Question, read: Read) -> Answer:
        """Ask, unless nothing is answered any more or the budget does not suffice, and count what it takes."""
        estimate = question.chars // CHARS_A_TOKEN
        self._reserve(estimate)
        used = estimate
        try:
            self._watch.on_ask()
            read.requests += 1
            answer = self._ask(question)
            used = answer.tokens.total
        finally:
            with self._lock:
                self._spent += used - estimate
        read.tokens = read.tokens.plus(answer.tokens)
        return answer

    def _reserve(self, tokens: int) -> None:
        with self._lock:
            if self._end is not None:
                raise AskError(self._end.code, str(self._end))
            if self._most is not None and self._spent + tokens > self._most:
                message = "the tokens that may be spent do not suffice for the next question"
                raise AskError(BUDGET, message)
            self._spent += tokens


def _take(read: Read, entries: Sequence[Judged]) -> None:
    """Take an answer: the first one as it is, of a later one what is better of that which was asked for again."""
    if read.best is None:
        read.best = Best(list(entries))
    else:
        read.best.take(entries, read.best.faulty[:MAX_TOLD])


def _counts(best: Best) -> Counts:
    entries = best.entries
    ok = sum(one.ok for one in entries)
    return Counts(ok + sum(one.failed for one in entries), ok, len(entries), sum(one.is_clean for one in entries))
