"""Memories of conversations between people with names: the figures of the check and of the guard on them.

They were written before the rules that read them; those in `held_back` were not looked at until the rules stood.
"""

from collections import Counter
from dataclasses import replace

import pytest

from aligner_core.guards import Guarded, guard
from tests.aligner_core._claims.conversations import SAYING, Memory, memories

MIN_OF_A_KIND = 40
EVERY = (*memories("open"), *memories("held_back"))


def test_the_memories_are_many_and_half_of_them_korean() -> None:
    counts = Counter("saying" if memory.kind in SAYING else memory.kind for memory in EVERY)
    names = {memory.name for memory in EVERY}

    assert len(names) >= 12
    assert sum(name.startswith("ko") for name in names) * 2 == len(names)
    assert all(len(memory.messages) >= 25 for memory in EVERY)
    assert len({memory.name for memory in memories("held_back")}) * 3 == len(names)
    assert {kind: count for kind, count in counts.items() if count < MIN_OF_A_KIND} == {}


MAX_MARKED, MAX_HELD = 0.05, 0.065
MIN_CAUGHT = {
    **dict.fromkeys(("date", "number", "speaker"), 0.94),
    **dict.fromkeys(("quantity", "opposite", "unit", "saying"), 0.8),
    **dict.fromkeys(("comparison", "name", "plan", "negation"), 0.65),
}
"""How many of all changed memories of a kind are caught, at least."""


def guarded(memory: Memory) -> Guarded:
    quotes = [{"messageIndex": at, "quote": memory.messages[at]["content"]} for at in memory.at]
    return guard(memory.claim, quotes, list(memory.messages))


@pytest.mark.parametrize("folder", ["open", "held_back"])
def test_few_true_memories_are_marked_or_held(folder: str) -> None:
    found = [guarded(memory) for memory in memories(folder) if not memory.kind]

    assert sum(not one.claim for one in found) <= MAX_MARKED * len(found)
    assert sum(not one for one in found) <= MAX_HELD * len(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", MIN_CAUGHT)
def test_changed_memories_are_caught(kind: str) -> None:
    changed = [memory for memory in EVERY if memory.kind == kind or (kind == "saying" and memory.kind in SAYING)]
    found = [guarded(memory) for memory in changed]

    assert sum(not (one if kind == "saying" else one.claim) for one in found) >= MIN_CAUGHT[kind] * len(found)


@pytest.mark.parametrize("folder", [pytest.param("later"), pytest.param("open", marks=pytest.mark.exhaustive)])
def test_no_padding_and_no_order_gets_a_changed_memory_stored(folder: str) -> None:
    """Neither a true sentence before or behind it, nor signs, nor the order of its words lets a memory pass."""
    true = {memory.name: memory.claim for memory in memories(folder) if not memory.kind}
    stored = []
    for memory in memories(folder):
        if not memory.kind or guarded(memory):
            continue
        padded = (
            f"{true[memory.name]}\n{memory.claim}",
            f"{memory.claim} {true[memory.name]}",
            f"\u200b  {memory.claim}\u200b",
        )
        variants = [*(replace(memory, claim=claim) for claim in padded), replace(memory, at=memory.at[::-1])]
        stored += [one.claim for one in variants if guarded(one)]

    assert stored == []


def test_few_memories_of_conversations_written_later_are_marked_or_held() -> None:
    found = [guarded(memory) for memory in memories("later") if not memory.kind]

    assert sum(not one.claim for one in found) <= MAX_MARKED * len(found)
    assert sum(not one for one in found) <= MAX_HELD * len(found)
