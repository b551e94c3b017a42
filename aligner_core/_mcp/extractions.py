"""`submit_extraction`: what an agent extracted, to the queue of people."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from aligner_core._mcp.checks import MAX_SOURCES
from aligner_core._mcp.faults import Connect, asking
from aligner_core._mcp.wire import Answered, Asked, Index, fitting
from aligner_core.client import EvidenceReview

MAX_ENTRIES = 500
MAX_NOTES = 50
UNFOUND = "failed"
"""How the counts of a run call a quote that was not found."""


class AskedWords(Asked):
    """Words of a message to the letter, and the index of the message, counted from 0; never positions."""

    quote: str
    message_index: Index


class AskedEntry(Asked):
    """A claim, and the words that it rests on."""

    title: Annotated[str, Field(min_length=1, description="The claim, in a sentence.")]
    body: str = ""
    type: Annotated[str, Field(description="Such as fact, decision, task, preference.")] = ""
    evidence: list[AskedWords]


class AskedMessage(Asked):
    """A message as it was said."""

    content: str
    role: str = ""
    name: str = ""
    timestamp: str = ""


class AskedSession(Asked):
    """Messages in order, and a name that stays the same when they grow."""

    session_id: Annotated[str, Field(max_length=200)] = ""
    messages: Annotated[list[AskedMessage], Field(min_length=1, max_length=MAX_SOURCES)]


class NotFound(Answered):
    """A quote that was not found in its message."""

    quote: str


class SubmittedExtraction(Answered):
    """What is stored: how many quotes stand in their messages, which do not (`failed`), and how many more do not.

    Aligned means that words like these are there; check_quotes compares the facts in them.
    """

    session: int
    extraction: int
    entries: int
    quotes: int
    aligned: int
    failed: list[NotFound]
    more_failed: int
    left_out: list[str]


def submit_extraction(
    connect: Connect,
    session: Annotated[
        Annotated[int, Field(ge=1)] | AskedSession,
        Field(description="The number of a stored session, or the session itself: {sessionId, messages}."),
    ],
    entries: Annotated[list[AskedEntry], Field(min_length=1, max_length=MAX_ENTRIES)],
    model: Annotated[str, Field(max_length=200, description="The model that extracted.")] = "",
) -> SubmittedExtraction:
    """Submit memories with their quotes, for people to verify. Check the quotes first: check_quotes mends them.

    A session that is given is stored, too; one that grew keeps its sessionId. Nothing is verified by this, and sending
    the same twice adds nothing. It takes a token with the scope `ingest`.
    """
    with asking(connect, scope="ingest") as review:
        key = session if isinstance(session, int) else _stored(review, session)
        given: dict[str, Any] = {"entries": [one.model_dump(by_alias=True) for one in entries]}
        if model:
            given["run"] = {"extractor": "mcp", "model": model}
        return _submitted(review, key, review.send_extraction(key, given))


def _stored(review: EvidenceReview, session: AskedSession) -> int:
    given = session.model_dump(by_alias=True)
    if not session.session_id:
        del given["sessionId"]
    sent: int = review.send_session(given)["session"]
    return sent


def _submitted(review: EvidenceReview, session: int, sent: Mapping[str, Any]) -> SubmittedExtraction:
    told = sent if "entries" in sent else _told_by_run(review.call("GET", f"extractions/{sent['extraction']}").json())
    failed = [NotFound(quote=one) for one in told["failedQuotes"]]
    listed = fitting(failed)
    return SubmittedExtraction(
        session=session,
        extraction=sent["extraction"],
        entries=told["entries"],
        quotes=told["quotes"],
        aligned=told["aligned"],
        failed=listed,
        more_failed=told["quotes"] - told["aligned"] - len(listed),
        left_out=sorted({f"{one['where']}: {one['code']}" for one in told["notes"]})[:MAX_NOTES],
    )


def _told_by_run(run: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the answer to a small extraction tells, of one that a job stored; not which quotes failed."""
    quotes = run["counts"]["quotesAsUploaded"]
    total = sum(quotes.values())
    return {
        "entries": run["counts"]["entries"],
        "quotes": total,
        "aligned": total - quotes.get(UNFOUND, 0),
        "failedQuotes": [],
        "notes": run["notes"],
    }
