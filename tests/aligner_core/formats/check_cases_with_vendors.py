"""Whether the files below cases/ are what the vendors' own packages write: run by hand, with packages of no lock.

They were written as these packages write them, and every key in them is one of the packages' models:

    python3 -m venv vendors
    vendors/bin/pip install anthropic openai langextract langchain-core llama-index-core
    vendors/bin/python tests/aligner_core/formats/check_cases_with_vendors.py

Last with anthropic 2.12.0, openai 3.54.0, langextract 1.7.1, langchain-core 1.7.2 and llama-index-core 0.14.25. The
exports of ChatGPT and Claude, the log of Claude Code, and the memories of mem0, Graphiti and Zep have no package that
reads them alone: they have the keys that the programs write.
"""

import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


def values(name: str) -> Iterator[Any]:
    """Yield what a case holds: one value, or one a line."""
    text = (CASES / name).read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines() if name.endswith(".jsonl") else [text])


def model(module: str, name: str) -> Callable[[Any], bool]:
    """Return whether a model of pydantic writes again what it read."""
    found = getattr(import_module(module), name)
    return lambda value: bool(found.model_validate(value).model_dump(mode="json", exclude_unset=True) == value)


def messages(module: str, name: str) -> Callable[[Any], bool]:
    """Return whether messages are those that a client takes."""
    adapter = import_module("pydantic").TypeAdapter(list[getattr(import_module(module), name)])  # type: ignore[misc]
    return lambda value: bool(adapter.validate_python(value["messages"] if isinstance(value, dict) else value))


def langextract(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether LangExtract writes again the document that it read."""
    library = import_module("langextract.data_lib")
    document = library.dict_to_annotated_document(deepcopy(value))  # it changes what it is given
    return bool(json.loads(json.dumps(library.annotated_document_to_dict(document))) == value)


def langchain(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether LangChain reads the documents, plain or dumped."""
    document = import_module("langchain_core.documents").Document
    held = value.get("source_documents", [value]) if isinstance(value, dict) else value
    return all(document(**item.get("kwargs", item)).page_content for item in held)


def llama_index(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether LlamaIndex reads the nodes."""
    schema = import_module("llama_index.core.schema")
    held = value["source_nodes"] if isinstance(value, dict) else value
    return all(schema.TextNode.from_dict(item["node"]).get_content() for item in held)


CHECKS: tuple[tuple[str, Callable[[], Callable[[Any], bool]]], ...] = (
    ("anthropic--answer.json", lambda: model("anthropic.types", "Message")),
    ("anthropic--lines.jsonl", lambda: model("anthropic.types", "Message")),
    ("anthropic--conversation.json", lambda: messages("anthropic.types", "MessageParam")),
    ("anthropic--list.json", lambda: messages("anthropic.types", "MessageParam")),
    ("openai_responses--file_search.json", lambda: model("openai.types.responses", "Response")),
    ("openai_responses--wrong_places.json", lambda: model("openai.types.responses", "Response")),
    ("openai_chat--completion.json", lambda: model("openai.types.chat", "ChatCompletion")),
    ("openai_chat--messages.json", lambda: messages("openai.types.chat", "ChatCompletionMessageParam")),
    ("openai_chat--list.json", lambda: messages("openai.types.chat", "ChatCompletionMessageParam")),
    ("openai_chat--fine_tuning.jsonl", lambda: messages("openai.types.chat", "ChatCompletionMessageParam")),
    ("langextract--document.json", lambda: langextract),
    ("langextract--documents.jsonl", lambda: langextract),
    ("documents--answer.json", lambda: langchain),
    ("documents--langchain.json", lambda: langchain),
    ("documents--langchain.jsonl", lambda: langchain),
    ("documents--langchain_dumped.json", lambda: langchain),
    ("documents--llamaindex.json", lambda: llama_index),
)
"""Each case of a vendor with a package, and what its package says of one value of it."""


def main() -> int:
    """Print what each package says; return 1 where it says no."""
    results = [(name, all(map(check(), values(name)))) for name, check in CHECKS]
    for name, is_right in results:
        print(f"{name}: {'as the package writes it' if is_right else 'NOT as the package writes it'}")  # noqa: T201
    return 0 if all(is_right for _, is_right in results) else 1


if __name__ == "__main__":
    sys.exit(main())
