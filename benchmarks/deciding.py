"""A session of a hundred candidates to decide on, and what a careful reviewer does with each: the truth of the desk."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from benchmarks.reading import Upload

ENTRIES = 100
TITLE = "A hundred candidates"
THINGS = ("audit log", "event store", "mail archive", "search index", "photo cache", "raw text", "access log", "backup")
PLACES = (
    "Seoul",
    "Busan",
    "Incheon",
    "Berlin",
    "Lisbon",
    "Oslo",
    "Austin",
    "Nairobi",
    "Lima",
    "Osaka",
    "Perth",
    "Quito",
)


class Kind(StrEnum):
    """The state of an entry."""

    READY = "ready"
    DIFFERING = "differing"
    FAILED = "failed"
    TWICE = "twice"
    CLAIM = "claim"


SHARES = (*(Kind.READY,) * 13, *(Kind.DIFFERING,) * 2, *(Kind.FAILED,) * 2, Kind.TWICE, *(Kind.CLAIM,) * 2)
"""The kinds of every twenty entries."""


@dataclass(frozen=True, slots=True)
class Desk:
    """An upload, and the kind of each entry by its id."""

    upload: Upload
    kinds: dict[str, Kind]


def desk(*, seed: int = 1) -> Desk:
    """Return a session with one statement per message, and a hundred entries that claim these."""
    random = Random(f"{seed} deciding")
    kinds = [SHARES[at % len(SHARES)] for at in range(ENTRIES)]
    random.shuffle(kinds)
    messages, entries, named = [], [], {}
    for at, kind in enumerate(kinds):
        subject = f"The {THINGS[at % len(THINGS)]} of {PLACES[at // len(THINGS) % len(PLACES)]}"
        text, quote, title = _texts(kind, subject, days=random.randrange(20, 90))
        messages.append({"role": "user", "content": text})
        named[f"e-{at}"] = kind
        entry = {"entryId": f"e-{at}", "stage": "candidate", "type": "fact", "title": title}
        entries.append(entry | {"evidence": [{"messageIndex": at, "quote": quote}]})
    session: dict[str, object] = {"sessionId": f"desk-{seed}", "title": TITLE, "messages": messages}
    return Desk(Upload(session, {"entries": entries}), named)


def _texts(kind: Kind, subject: str, *, days: int) -> tuple[str, str, str]:
    """Return the words of a message, a quote of it, and a claim."""
    text = f"{subject} is kept for {days} days, and then it is removed for good."
    title = f"{subject} is kept for {days} days"
    match kind:
        case Kind.READY:
            return text, title, title
        case Kind.DIFFERING:
            return text, text.replace(f"{days} days", f"{days + 5} days"), f"{subject} is kept for {days + 5} days"
        case Kind.FAILED:
            return text, "nobody has ever said anything that is like these words", title
        case Kind.TWICE:
            return f"{title}. Once more: {title}.", title, title
        case Kind.CLAIM:
            return text, title, f"{title}, in 2 copies"
