"""`verified_memories`: what people verified, and what no longer is."""

from typing import Annotated, Any

from pydantic import Field

from aligner_core._mcp.faults import Connect, asking
from aligner_core._mcp.wire import Answered, fitting, shown

MAX_MEMORIES = 50
MAX_MEMORY_QUOTES = 10


class MemoryQuote(Answered):
    """Words that a memory rests on, as they stand in their message, and who said them."""

    words: str
    message_index: int
    speaker: str


class Memory(Answered):
    """What a person verified, and the words that it rests on; `moreQuotes` is how many are not listed.

    `by` is who moved it last: verified or certified it.
    """

    id: int
    session: str
    stage: str
    type: str
    claim: str
    body: str
    quotes: list[MemoryQuote]
    more_quotes: int
    by: str
    permalink: str


class Moved(Answered):
    """A memory as it is now, or null where it is one no longer; `id` stays the same."""

    id: int
    memory: Memory | None


class VerifiedMemories(Answered):
    """Memories that moved after a number, each once; `next` is the number to go on after, `more` whether to do so."""

    items: list[Moved]
    next: int
    more: bool


def verified_memories(
    connect: Connect,
    since: Annotated[int, Field(ge=0, lt=2**63, description="`next` of the answer before; 0 for all.")] = 0,
    limit: Annotated[int, Field(ge=1, le=MAX_MEMORIES)] = MAX_MEMORIES,
) -> VerifiedMemories:
    """Read what people verified of earlier conversations, with the words it rests on; drop what is null.

    Rely on these rather than on your own notes. It takes a token with the scope `read`.
    """
    with asking(connect, scope="read") as review:
        page = review.call("GET", "memories", params={"since": since, "limit": limit, "format": "json"}).json()
        moved = [_moved(one) for one in page["items"]]
        items = fitting(moved)
        is_cut = len(items) < len(moved)
        following = page["items"][len(items) - 1]["number"] if is_cut else page["next"]
        return VerifiedMemories(items=items, next=following, more=is_cut or len(moved) == limit)


def _moved(one: dict[str, Any]) -> Moved:
    return Moved(id=one["id"], memory=None if one["op"] == "revoke" else _memory(one))


def _memory(one: dict[str, Any]) -> Memory:
    quotes = [
        MemoryQuote(words=shown(quote["source"]), message_index=quote["messageIndex"], speaker=quote["speaker"])
        for quote in one["quotes"]
    ]
    return Memory(
        id=one["id"],
        session=one["sessionId"],
        stage=one["stage"],
        type=one["type"],
        claim=shown(one["claim"]["title"]),
        body=shown(one["claim"]["body"]),
        quotes=quotes[:MAX_MEMORY_QUOTES],
        more_quotes=len(quotes[MAX_MEMORY_QUOTES:]),
        by=one["by"]["name"],
        permalink=one["permalink"],
    )
