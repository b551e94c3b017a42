"""The sessions that fill a store: conversations of the demo put together, and what people did with them."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

import review
from review.domain.policy import Stage
from review.models import Entry, Quote, ReviewSession, Standing
from review.payloads import CombinedUpload, check_combined, read_json
from review.services.ingest.receive import receive_session
from review.services.people.passwords import Reauthentication, confirm_password
from review.services.promotion.claims import confirm_claim
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import acknowledge_differences, retry_quote, withdraw_quote

DEMO = Path(review.__file__).parent / "demo"
ENTRIES = 27
"""How many entries a session has."""
CONVERSATIONS = 9
"""How many of the demo's are used; the next one is very long, and the others are retrievals."""
RUNS = (slice(0, 15), slice(6, 18))
"""The entries of each run in every third session, which an extractor read twice: some stay, some are lost, some new."""
REJECTED, VERIFIED = 5, (0, 1)
"""Which of thirteen entries is rejected, and which of five are verified where the gate lets them."""
LATIN = ("ba", "de", "gi", "ko", "lu", "mar", "nes", "pol", "rin", "sto", "tav", "vel", "wen", "xi", "yor", "zu")
HANGUL = tuple("가나다라마바사아자차카타파하")


def marks_of(number: int) -> tuple[str, str]:
    """Return the words that occur in one session only: its number, and some unique ones."""
    return f"nr-{number:07d}", _rare_words(number)


def uploads_of(number: int, *, entries: int = ENTRIES) -> list[CombinedUpload]:
    """Return the uploads of a session, by its number: its messages, and the entries of each run of an extractor.

    They are conversations one after the other, until there are enough entries.
    """
    taken = RUNS if number % 3 == 0 and entries == ENTRIES else (slice(0, entries),)
    return [check_combined(whole_session(number, one, run=run)) for run, one in enumerate(taken, start=1)]


def live_through(session: ReviewSession, people: Sequence[User], *, number: int, password: str) -> None:
    """Work on the entries of a session as people do: repair, decide, certify."""
    reviewer, certifier = people
    proof = confirm_password(user=certifier, password=password)
    for place, entry in enumerate(Entry.objects.filter(session=session).order_by("pk")):
        for quote in Quote.objects.filter(entry=entry).select_related("current__message").order_by("pk"):
            _repair(quote, reviewer, place=place + number)
        entry.refresh_from_db()
        if entry.claim_open and (place + number) % 4 == 0:
            confirm_claim(entry_id=entry.pk, seen_version=entry.version, actor=reviewer)
        _decide(entry.pk, reviewer, certifier, place=place + number, proof=proof)
    if number % 4 == 1:
        _change_a_message(session, number)


def _repair(quote: Quote, person: User, *, place: int) -> None:
    """Withdraw some quotes that failed, accept some critical differences, take the words of the message for others."""
    attempt = quote.current
    if attempt is None:
        return
    what: dict[str, Any] = {"quote_id": quote.pk, "seen_attempt": attempt.attempt, "actor": person}
    if not attempt.aligned:
        if place % 5 == 0:
            withdraw_quote(**what, reason="The model invented it.")
    elif attempt.critical_differences and place % 3 == 0:
        acknowledge_differences(**what, reason="It is the same date, written otherwise.")
    elif attempt.method == "fuzzy" and attempt.message is not None and place % 7 == 0:
        words = attempt.message.content[attempt.span_start : attempt.span_end]
        retry_quote(**what, text=words, message_index=attempt.message.index)


def _decide(pk: int, reviewer: User, certifier: User, *, place: int, proof: Reauthentication | None) -> None:
    """Reject a few entries, and verify and certify some of those that can be."""
    entry = Entry.objects.get(pk=pk)
    if place % 13 == REJECTED:
        reject_entry(entry_id=pk, reason="Nobody needs it.", seen_version=entry.version, actor=reviewer)
    elif place % 5 in VERIFIED and entry.stage == Stage.CANDIDATE:
        promote_entry(entry_id=pk, to=Stage.VERIFIED, seen_version=entry.version, actor=reviewer)
        entry.refresh_from_db()
        if entry.stage == Stage.VERIFIED and place % 4 == 0:
            seen = entry.version
            promote_entry(entry_id=pk, to=Stage.CERTIFIED, seen_version=seen, actor=certifier, reauthentication=proof)


def _change_a_message(session: ReviewSession, number: int) -> None:
    """Send the session again with other words in a message that quotes were found in, so that they drift."""
    found = Quote.objects.filter(entry__session=session, standing=Standing.COUNTS, current__message__isnull=False)
    index = found.order_by("pk").values_list("current__message__index", flat=True)[len(found) // 2]
    payload = whole_session(number, slice(0, 0))
    payload["messages"][index]["content"] += " (Edited.)"
    receive_session(project=session.project, upload=check_combined(payload).session, actor=None, accept_changes=True)


def whole_session(number: int, taken: slice = slice(0, ENTRIES), *, run: int = 1) -> dict[str, Any]:
    """Return the payload of a session with some of its entries."""
    named, rare = marks_of(number)
    messages: list[dict[str, Any]] = [{"role": "user", "name": "Mina", "content": f"Notes of {named}: {rare}."}]
    entries: list[dict[str, Any]] = []
    titles = []
    for one in _conversations(number):
        entries += [_moved(entry, by=len(messages)) for entry in one["extraction"]["entries"]]
        messages += one["messages"]
        titles.append(one["title"])
        if len(entries) >= ENTRIES:
            break
    for entry in entries:
        entry["title"] = f"{entry.get('title', '')} · {named}"
    making = {"extractor": "filler", "model": f"model-{number % 3 + run}", "promptVersion": f"p{number % 4 + 1}"}
    return {
        "sessionId": f"fill-{named}",
        "title": f"{titles[0]} · {named}",
        "messages": messages,
        "extraction": {"run": {**making, "runId": f"run-{named}-{run}"}, "entries": entries[:ENTRIES][taken]},
    }


def _conversations(number: int) -> Iterator[dict[str, Any]]:
    """Yield the conversations of the demo, from another one on for each number."""
    for step in range(CONVERSATIONS):
        yield json.loads(_demo()[(number + step) % CONVERSATIONS])


@cache
def _demo() -> tuple[str, ...]:
    paths = sorted(DEMO.glob("*.json"))[:CONVERSATIONS]
    return tuple(json.dumps(read_json(path.read_bytes())) for path in paths)


def _moved(entry: dict[str, Any], *, by: int) -> dict[str, Any]:
    """Return an entry with the message numbers of its quotes shifted."""
    evidence = [
        {**quote, "messageIndex": quote["messageIndex"] + by} if type(quote.get("messageIndex")) is int else quote
        for quote in entry.get("evidence", [])
    ]
    return {**entry, "evidence": evidence}


def _rare_words(number: int) -> str:
    """Return a word of syllables and one of Hangul that no near number has."""
    mixed = (number + 1) * 2_654_435_761 % 2**32
    return f"{_spelled(mixed, LATIN)} {_spelled(mixed, HANGUL)}"


def _spelled(number: int, syllables: Sequence[str]) -> str:
    """Return a number as a word of six syllables, each of which is a digit."""
    base = len(syllables)
    return "".join(syllables[number // base**place % base] for place in range(6))
