"""The marks of an entry: the keys under which lists find it, derived from its columns and its quotes."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from aligner_core import text_hash
from review.domain.policy import UNVERIFIED, Reason, Stage

EVERY = "every"
"""The mark of every entry."""
READY, TO_BE_ASKED = "ready", "to_be_asked"
"""Of unverified entries that lack nothing for any reviewer, and of those where it depends on the reviewer."""
CERTIFIABLE, CERTIFIABLE_TO_BE_ASKED = "certifiable", "certifiable_to_be_asked"
"""The same of verified entries."""
FAILED = "method:none"
WITHDRAWN = "method:withdrawn"
INVENTED = "sources:invented"
USER, NOT_USER = "speaker:user", "speaker:not_user"
ADDED = "origin:person"
"""Of entries that a person added, which belong to no extraction."""
CHANGE = "method:change"
"""Of entries with a requested change."""
ASSIGNED = "assigned"
"""Of assigned entries, in addition to the mark of the assignee."""
COMMENTS = "method:comments"
"""Of entries with an unresolved comment."""
NOTHING = "nothing"
DIGEST_CHARS = 8
"""How much of a digest names an extraction, as pages show it."""
RUN_CHARS = 16
_TO_BE_ASKED = str(Reason.UNACKNOWLEDGED_DIFFERENCES)


class QuoteMarks(NamedTuple):
    """The facts about one quote: whether it counts, how it was found or why not, its verdict, and who said it."""

    standing: str
    method: str
    reason: str
    verdict: str
    speaker: str | None


class Marked(NamedTuple):
    """The facts about one entry; for an answer (`is_answer`), what it lacks always depends on the reviewer."""

    stage: str
    missing: str
    is_answer: bool
    is_rejected: bool
    has_invented: bool
    quotes: tuple[QuoteMarks, ...]
    runs: tuple[str | None, ...] = ()
    """The names of its run: those given to it, if any, and the digest of its extraction."""
    wants_change: bool = False
    assignee: str | None = None
    has_open_comments: bool = False
    is_added: bool = False


def marks_of(entry: Marked) -> frozenset[str]:
    """Return the marks of an entry.

    >>> quote = QuoteMarks("counts", "exact", "", "verbatim", "user")
    >>> sorted(marks_of(Marked("raw", "", False, False, False, (quote,))))
    ['every', 'method:exact', 'missing:nothing', 'ready', 'speaker:user', 'stage:raw', 'verdict:verbatim']
    """
    invented = {INVENTED} if entry.has_invented else set()
    names = {EVERY, f"stage:{entry.stage}", *_lacking(entry), *_waiting(entry), *_quoted(entry.quotes), *invented}
    names |= {CHANGE} if entry.wants_change and _is_undecided(entry) else set()
    names |= {ASSIGNED, assigned_mark(entry.assignee)} if entry.assignee and _is_undecided(entry) else set()
    names |= {COMMENTS} if entry.has_open_comments else set()
    names |= {ADDED} if entry.is_added else set()
    names |= {run_mark(name) for name in entry.runs if name}
    return frozenset(mark(name, is_rejected=True) for name in names) if entry.is_rejected else frozenset(names)


def mark(name: str, *, is_rejected: bool = False) -> str:
    """Return a mark as it is stored: those of rejected entries have other names, as lists show only one kind."""
    return f"rejected {name}" if is_rejected else name


@lru_cache(maxsize=1024)
def run_mark(name: str) -> str:
    """Return the mark of the entries of a run with a name, or with a digest that begins like it.

    Names have any length, so a mark contains their digest; for a name that may be a digest itself, only its beginning
    is used.

    >>> run_mark("model-1") == run_mark("model-1 "), run_mark("0123456789abcdef") == run_mark("01234567")
    (False, True)
    """
    return f"run:{text_hash(name[:DIGEST_CHARS] if may_be_digest(name) else name)[:RUN_CHARS]}"


def assigned_mark(person: str) -> str:
    """Return the mark of the entries that were assigned to a person.

    >>> assigned_mark("mina") == assigned_mark("mina "), len(assigned_mark("mina" * 30))
    (False, 25)
    """
    return f"{ASSIGNED}:{text_hash(person)[:RUN_CHARS]}"


def may_be_digest(name: str) -> bool:
    """Return whether a name may be the beginning of a digest, as pages show it."""
    return re.fullmatch(f"[0-9a-f]{{{DIGEST_CHARS},64}}", name) is not None


def _is_undecided(entry: Marked) -> bool:
    return not entry.is_rejected and entry.stage in UNVERIFIED


def _lacking(entry: Marked) -> Iterator[str]:
    yield from (f"missing:{code}" for code in entry.missing.split() or (NOTHING,))


def _waiting(entry: Marked) -> Iterator[str]:
    asks = entry.missing == _TO_BE_ASKED
    if entry.stage in UNVERIFIED and (asks or not entry.missing):
        yield TO_BE_ASKED if asks or entry.is_answer else READY
    if entry.stage == Stage.VERIFIED and (asks or not entry.missing):
        yield CERTIFIABLE_TO_BE_ASKED if asks else CERTIFIABLE


def _quoted(quotes: Iterable[QuoteMarks]) -> set[str]:
    marks = set[str]()
    for quote in quotes:
        if quote.standing == "withdrawn":
            marks.add(WITHDRAWN)
        if quote.standing == "counts":
            marks |= {f"method:{quote.method}", f"verdict:{quote.verdict}"}
            marks |= {f"reason:{quote.reason}"} if quote.reason else set()
            marks |= {f"speaker:{quote.speaker}"} if quote.speaker else set()
    spoken = any(mark.startswith("speaker:") for mark in marks)
    return marks | {NOT_USER} if spoken and USER not in marks else marks
