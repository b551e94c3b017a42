"""Sources, read from what people have."""

from dataclasses import dataclass, field

import pytest
from pydantic import BaseModel

from aligner_core import InvalidTypeError, Source, parse_session
from aligner_core.grounding.sources import read_sources


@dataclass
class Document:
    """A document as LangChain has them."""

    page_content: str
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass
class Node:
    """A node as LlamaIndex has them."""

    text: str
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass
class NodeWithScore:
    """A hit of LlamaIndex."""

    node: Node
    score: float


class Message(BaseModel):
    role: str
    content: str | None


@pytest.mark.parametrize(
    ("given", "names"),
    [
        pytest.param("words", ["the source"], id="one text"),
        pytest.param(["words"], ["source 0"], id="a list of texts"),
        pytest.param(("words",), ["source 0"], id="a tuple of texts"),
        pytest.param([{"role": "user", "content": "words"}], ["message 0"], id="messages"),
        pytest.param([{"content": "words"}], ["source 0"], id="messages of nobody"),
        pytest.param([Message(role="user", content="words")], ["message 0"], id="messages as models"),
        pytest.param({"messages": ["words"]}, ["source 0"], id="a session"),
        pytest.param({"sessionMessages": [{"role": "user", "content": "words"}]}, ["message 0"], id="seed session"),
        pytest.param(parse_session([{"role": "user", "content": "words"}]), ["message 0"], id="a session as a model"),
        pytest.param({"role": "user", "content": "words"}, ["message 0"], id="one message"),
        pytest.param(Source("a.md", "words"), ["a.md"], id="a source"),
        pytest.param([Source("a.md", "words")], ["a.md"], id="sources"),
        pytest.param([Document("words", {"source": "docs/a.md"})], ["docs/a.md"], id="LangChain"),
        pytest.param([(Document("words", {"source": "a.md"}), 0.5)], ["a.md"], id="LangChain with scores"),
        pytest.param([Document("words")], ["source 0"], id="a document without a name"),
        pytest.param([NodeWithScore(Node("words", {"file_name": "a.md"}), 0.5)], ["a.md"], id="LlamaIndex"),
        pytest.param([{"page_content": "words", "metadata": {"source": "docs/a.md"}}], ["a.md"], id="as JSON"),
        pytest.param({"source_nodes": [{"node": {"id_": "n", "text": "words"}}]}, ["n"], id="nodes as JSON"),
        pytest.param({"chunks": [{"chunkId": "c", "title": "A", "content": "words"}]}, ["A"], id="a retrieval"),
        pytest.param({"text": "words"}, ["source 0"], id="a text in a mapping"),
    ],
)
def test_read_sources_reads(given: object, names: list[str]) -> None:
    sources = read_sources(given)

    assert [source.name for source in sources] == names
    assert {source.text for source in sources} == {"words"}


def test_read_sources_keeps_the_count_of_messages_without_words() -> None:
    """A message that only calls a tool has no content; the others keep their indices."""
    sources = read_sources([{"role": "assistant", "content": None}, Message(role="user", content="words")])

    assert sources == (Source("message 0", "", role="assistant"), Source("message 1", "words", role="user"))


def test_read_sources_distinguishes_sources_of_one_name() -> None:
    sources = read_sources([Source("a.md", "one"), Source("b.md", "two"), Source("a.md", "three")])

    assert [source.name for source in sources] == ["a.md (0)", "b.md", "a.md (2)"]


def test_read_sources_reads_no_sources() -> None:
    assert read_sources([]) == ()


@pytest.mark.parametrize("wrong", [[7], [None], ["a", {"title": "b"}], 7, None, [()], [{"content": None}], b"bytes"])
def test_read_sources_says_what_a_source_is(wrong: object) -> None:
    with pytest.raises(InvalidTypeError, match=r"sources\[\d\] has no text: give a string, a message"):
        read_sources(wrong)
