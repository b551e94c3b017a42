"""Rows of an evaluation of retrieval: a question, the contexts that were found, and the answer."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import DOCUMENT, Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_QUESTION = ("user_input", "question", "query")
_CONTEXTS = ("retrieved_contexts", "contexts")
_ANSWER = ("response", "answer")
_LEFT = ("reference", "ground_truth", "ground_truths", "reference_contexts")


def _row(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    for key in (key for key in _LEFT if value.get(key)):
        omissions.add(key, at(where, key))
    contexts = next((held for key in _CONTEXTS if (held := items_in(value, key))), [])
    answer = text_in(value, *_ANSWER)
    messages = [{"role": "user", "content": text_in(value, *_QUESTION)}]
    messages += [{"role": DOCUMENT, "content": text} for text in contexts if isinstance(text, str)]
    messages += [{"role": "assistant", "content": answer}] if answer else []
    yield part_of({"messages": messages}, where=where, notes=omissions.notes())


RAG_ROWS = Reader(
    name="rag_rows",
    title="Rows of an evaluation of retrieval (Ragas)",
    example='{"user_input": "How long?", "retrieved_contexts": ["It lives for one hour."], "response": "One hour."}',
    variants=(
        Variant(
            "`retrieved_contexts` or `contexts` of a question",
            Having({"|".join(_QUESTION): TEXT, "|".join(_CONTEXTS): Some(TEXT)}, lacking=("messages", "chunks")),
            _row,
        ),
    ),
)
