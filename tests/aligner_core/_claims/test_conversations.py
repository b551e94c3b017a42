"""Memories of conversations between people with names: the figures of the check and of the guard on them.

They were written before the rules that read them; those in `held_back` were not looked at until the rules stood.
"""

from collections import Counter

from tests.aligner_core._claims.conversations import SAYING, memories

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
