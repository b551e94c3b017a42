"""Claims that stand beside their quote in one row: what of a row is the claim, and which rows are of one claim."""

from collections.abc import Mapping
from typing import NamedTuple

ID_KEYS = ("entryId", "id")
_CLAIMS = ("title", "claim", "fact", "memory", "text")
"""The keys of a claim, the likeliest first; beside another one of them, `text` is what else is worth keeping."""
QUOTE = "quote"


Rows = list[tuple[str, object]]
"""Rows, each with its place."""


class Claim(NamedTuple):
    """What a row states, and the keys that say so."""

    title: str
    body: str
    keys: frozenset[str]


def claim_of(item: Mapping[object, object]) -> Claim:
    """Return what an entry or a row states.

    >>> claim_of({"claim": "It lives for one hour", "quote": "one hour"}).title
    'It lives for one hour'
    >>> claim_of({"title": "Cache", "text": "It lives for one hour."}).body
    'It lives for one hour.'
    """
    stated = [key for key in _CLAIMS if _text(item, key)]
    title, body = next(iter(stated), "title"), "body"
    if "text" in stated and title != "text" and not _text(item, "body"):
        body = "text"
    return Claim(_text(item, title), _text(item, body), frozenset({title, body}))


def name_of(item: Mapping[object, object]) -> str | None:
    """Return the extractor's own name of an entry; None where it has none."""
    return next((name for key in ID_KEYS if isinstance(name := item.get(key), str)), None)


def rows_by_claim(evidence: object) -> list[Rows]:
    """Return rows with their places by claim: those of one name or of one claim together, and those without a claim.

    Nothing is returned where no row has a claim beside its quote: they are the quotes of one entry.
    """
    if not isinstance(evidence, list | tuple) or not any(map(_states_a_claim, evidence)):
        return []
    groups: dict[tuple[str, str], Rows] = {}
    for place, item in enumerate(evidence):
        groups.setdefault(_group(item), []).append((f"evidence[{place}]", item))
    return list(groups.values())


def _states_a_claim(item: object) -> bool:
    return isinstance(item, Mapping) and item.get(QUOTE) is not None and bool(claim_of(item).title)


def _group(item: object) -> tuple[str, str]:
    claim = claim_of(item).title if isinstance(item, Mapping) else ""
    if not isinstance(item, Mapping) or not claim:
        return "", ""
    return ("name", name) if (name := name_of(item)) else ("claim", claim)


def _text(item: Mapping[object, object], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) and value.strip() else ""
