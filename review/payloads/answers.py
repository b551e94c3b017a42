"""An answer as an entry: its quotes are the evidence, aligned to the chunks."""

from typing import Any

ANSWER = "answer"
"""The type of the entries that answer a question."""


def with_answer(extraction: object, *, query: str, answer: str | None) -> object:
    """Return the extraction with the answer as one of its entries.

    Evidence outside of any entry belongs to the answer. An entry of the type `answer` without a body gets the answer as
    its body; where there is no such entry, the answer becomes the first one, without evidence.
    """
    if not (answer or "").strip():
        return extraction
    entry = {"entryId": ANSWER, "type": ANSWER, "title": query, "body": str(answer)}
    if extraction is None:
        return {"entries": [{**entry, "evidence": []}]}
    if not isinstance(extraction, dict) or not {"entries", "evidence"} & extraction.keys():
        return extraction
    if "entries" not in extraction:
        rest = {key: value for key, value in extraction.items() if key != "evidence"}
        return {**rest, "entries": [{**entry, "evidence": extraction["evidence"]}]}
    if not isinstance(extraction["entries"], list):
        return extraction
    return {**extraction, "entries": _merge_answer(extraction["entries"], entry)}


def _merge_answer(entries: list[Any], answer: dict[str, str]) -> list[Any]:
    position = next(
        (index for index, entry in enumerate(entries) if isinstance(entry, dict) and entry.get("type") == ANSWER), None
    )
    if position is None:
        return [{**answer, "evidence": []}, *entries]
    filled = {key: value for key, value in entries[position].items() if value is not None and value != ""}
    return [*entries[:position], {**answer, **filled}, *entries[position + 1 :]]
