"""Memories of single messages, as models word them for assistants: true ones that are marked, changed ones caught.

In `messages/`, a block is what somebody wrote (``>``), true memories (``+``) and changed ones with their kind (``-``).
Each file was written before the rules that read it; the figures of the first runs are in docs/claims.md.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core import ClaimReport, Said, Speaker, check_claim

MESSAGES = Path(__file__).parent / "messages"
USER, ASSISTANT = Speaker(role="user"), Speaker(role="assistant")
MAX_MARKED, MIN_CAUGHT = 0.02, 0.78
LOOSE_KINDS = {"swap", "roles", "role", "word", "plan", "comparison"}
"""Kinds of changes that only a reader sees in many cases: the words are all there, or are of no list."""
MIN_CAUGHT_OF_FACTS = 0.9


class Memory(NamedTuple):
    """A memory of what somebody wrote; its kind is that of the change, "" for a true one."""

    messages: tuple[str, ...]
    claim: str
    kind: str


@cache
def memories() -> tuple[Memory, ...]:
    return tuple(memory for file in sorted(MESSAGES.glob("*.txt")) for memory in _memories(file))


def _memories(file: Path) -> Iterator[Memory]:
    for block in file.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = [(line[0], line[2:]) for line in block.splitlines()]
        messages = tuple(text for mark, text in lines if mark == ">")
        for mark, text in lines:
            kind, _, claim = text.partition(": ") if mark == "-" else ("", "", text)
            if mark != ">":
                yield Memory(messages, claim, kind)


@cache
def checked(memory: Memory) -> ClaimReport:
    messages = memory.messages
    said = [Said(text, USER, (ASSISTANT,), text, 0, at) for at, text in enumerate(messages)]
    return check_claim(memory.claim, said, elsewhere=messages)


def test_the_memories_are_many() -> None:
    assert sum(not one.kind for one in memories()) >= 400
    assert sum(bool(one.kind) for one in memories()) >= 450


@pytest.mark.parametrize("language", ["en", "ko"])
def test_few_true_memories_are_marked(language: str) -> None:
    true = [one for one in memories() if not one.kind and ("가" <= max(one.messages[0]) <= "힣") == (language == "ko")]

    assert len(true) > 150
    assert sum(not checked(one) for one in true) <= MAX_MARKED * len(true)


def test_most_changed_memories_are_caught() -> None:
    changed = [one for one in memories() if one.kind]
    facts = [one for one in changed if one.kind not in LOOSE_KINDS]

    assert sum(not checked(one) for one in changed) >= MIN_CAUGHT * len(changed)
    assert sum(not checked(one) for one in facts) >= MIN_CAUGHT_OF_FACTS * len(facts)
