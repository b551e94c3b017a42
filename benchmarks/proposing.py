"""How often the origin of a claim is among the proposed places, given the titles of the demo's entries alone."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from aligner_core import AlignedOutcome, EvidenceAligner, propose_places
from aligner_core._text.hangul import has_hangul
from benchmarks.results import Result
from benchmarks.speed import Scale

DEMO = Path(__file__).parents[1] / "review" / "demo"
LIMITS = (1, 3)
"""How many places are looked at: the first, and as many as a page shows."""

MessageSpan = tuple[int, int, int]
"""The index of a message, and the start and end of a span in it."""


class Claim(NamedTuple):
    """A title, the messages of its session, and where the quotes of its entry are."""

    title: str
    messages: list[str]
    places: tuple[MessageSpan, ...]

    @property
    def language(self) -> str:
        """The language of the title."""
        return "ko" if has_hangul(self.title) else "en"


def proposing(_scale: Scale) -> Iterator[Result]:
    """Count the claims of which a place of their own was proposed, or a message of their own."""
    counts: dict[str, Counter[object]] = {}
    for claim in claims():
        counts.setdefault(claim.language, Counter()).update(_marks(claim))
    for language, found in sorted(counts.items()):
        for what in ("place", "message"):
            for limit in LIMITS:
                case, share = f"{language}, among the first {limit}", 100 * found[what, limit] / found["claims"]
                yield Result(f"{what} proposed", case, "the demo", value=share, unit="% of claims")


def claims() -> Iterator[Claim]:
    """Yield the claims of the demo that have a quote with a known place."""
    for path in sorted(DEMO.glob("*.json")):
        session = json.loads(path.read_text(encoding="utf-8"))
        messages = [message["content"] for message in session.get("messages", ())]
        for entry in session["extraction"]["entries"] if messages else ():
            outcomes = EvidenceAligner().align(messages, {"entries": [entry]}).outcomes
            found = [one.without_entry() for one in outcomes if isinstance(one, AlignedOutcome)]
            places = tuple((one.message_index, one.span_start, one.span_end) for one in found)
            if places and entry.get("title"):
                yield Claim(entry["title"], messages, places)


def _marks(claim: Claim) -> Iterator[object]:
    yield "claims"
    proposed = propose_places(claim.title, claim.messages)
    for limit in LIMITS:
        first = proposed[:limit]
        if any(
            one.message_index == index and one.span_start < end and start < one.span_end
            for one in first
            for index, start, end in claim.places
        ):
            yield "place", limit
        if {one.message_index for one in first} & {index for index, _, _ in claim.places}:
            yield "message", limit
