"""`failed_quotes`: what was not found of stored quotes, with what would mend it."""

from itertools import dropwhile
from typing import Annotated, Any

from pydantic import Field

from aligner_core._mcp.faults import Connect, asking
from aligner_core._mcp.wire import Answered, Words, fitting, shown

BETWEEN = "~"
"""Stands between the cursor of the API and the last quote that was listed of its page."""


class FailedQuote(Answered):
    """A stored quote that was not found: `why`, the `closest` words, and the quotes to `use` instead."""

    id: int
    entry: int
    quote: str
    why: str
    closest: str | None
    use: list[Words]


class FailedQuotes(Answered):
    """Failed quotes, those that are mended first; `next` is the cursor for the rest, null at the end."""

    items: list[FailedQuote]
    next: str | None


def failed_quotes(
    connect: Connect,
    session: Annotated[int | None, Field(ge=1, description="A session by its number; else the whole project.")] = None,
    after: Annotated[str, Field(max_length=300, description="`next` of the answer before.")] = "",
) -> FailedQuotes:
    """List stored quotes that were not found in their messages, with the words that would mend each.

    It takes a token with the scope `read`.
    """
    cursor, _, last = after.partition(BETWEEN)
    with asking(connect, scope="read") as review:
        asked = {"session": session, "after": cursor}
        page = review.call("GET", "failed", params={name: one for name, one in asked.items() if one}).json()
        rest = _behind(page["items"], last)
        items = fitting(_failed(one) for one in rest)
        if len(items) < len(rest):
            following: str | None = f"{cursor}{BETWEEN}{items[-1].id}"
        else:
            following = page["next"]
        return FailedQuotes(items=items, next=following)


def _behind(items: list[dict[str, Any]], last: str) -> list[dict[str, Any]]:
    """Return the items behind the last one that was listed; all where it is mended by now, so that none is missed."""
    return list(dropwhile(lambda one: str(one["id"]) != last, items))[1:] or items if last else items


def _failed(one: dict[str, Any]) -> FailedQuote:
    closest = one["outcome"].get("closest")
    return FailedQuote(
        id=one["id"],
        entry=one["entry"],
        quote=shown(one["quote"]),
        why=one["diagnosis"] or one["outcome"].get("failureReason") or one["verdict"],
        closest=shown(closest["text"]) if closest else None,
        use=[Words(**words) for fix in one["fixes"][:1] for words in fix["quotes"]],
    )
