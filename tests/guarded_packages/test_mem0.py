"""Only what the conversation really says is written into mem0."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

os.environ["MEM0_TELEMETRY"] = "False"

from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase

MESSAGES = [{"role": "user", "content": "We moved the launch to 12 May. Mina tells the tenants."}]
EXTRACTED = [
    ("The launch is on 12 May.", "moved the launch to 12 May"),
    ("The launch is on 21 May.", "moved the launch to 12 May"),
    ("The launch is cancelled.", "we cancelled it for good"),
]


class LetterCounts(EmbeddingBase):  # type: ignore[misc] # not installed where types are checked
    """Embeddings that need no model."""

    def embed(self, text: str, memory_action: object = None) -> list[float]:
        return [1.0, *(float(text.count(letter)) for letter in "abcdefg")]


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    store = {"path": str(tmp_path / "vectors"), "embedding_model_dims": 8, "on_disk": True}
    config = {
        "vector_store": {"provider": "qdrant", "config": store},
        "history_db_path": str(tmp_path / "history.db"),
    }
    made = Memory.from_config(config)
    made.embedding_model = LetterCounts()
    return made


def test_what_is_not_grounded_is_not_remembered(memory: Memory, run_guide: Callable[..., Any]) -> None:
    run_guide("mem0", memory=memory, messages=MESSAGES, extracted=EXTRACTED)

    held = memory.get_all(filters={"user_id": "mina"})["results"]
    assert [one["memory"] for one in held] == ["The launch is on 12 May."]
