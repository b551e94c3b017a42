"""An answer as the entry that it is: its quotes are the evidence, looked for in the chunks."""

from typing import Any

ANSWER = "answer"
"""The type of the entries that answer a question."""


def with_answer(extraction: object, *, query: str, answer: str | None) -> object:
    """Give the extraction with the answer as an entry of it.

    Bare evidence is the answer's own. Where an entry of the type `answer` has no body, the answer is its body; where
    there is none of that type, the answer comes first, without evidence.
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
    return {**extraction, "entries": _among(extraction["entries"], entry)}


def _among(entries: list[Any], answer: dict[str, str]) -> list[Any]:
    place = next(
        (place for place, one in enumerate(entries) if isinstance(one, dict) and one.get("type") == ANSWER), None
    )
    if place is None:
        return [{**answer, "evidence": []}, *entries]
    given = {key: value for key, value in entries[place].items() if value is not None and value != ""}
    return [*entries[:place], {**answer, **given}, *entries[place + 1 :]]
