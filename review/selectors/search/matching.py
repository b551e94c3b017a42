"""Matching the words of a query: the shared implementation behind the search page and the palette, on both databases.

The index narrows the rows down, and the stored text decides, so the result equals that of a plain scan. The index is
queried first and separately, whatever other conditions apply, as a planner that started from these would read all rows.
Words that are frequent in the newest rows are found by scanning these: the index would return most of the store.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from review.models import Entry, Membership, Message, Quote, ReviewSession
from review.models.sessions import has_newer_version
from review.selectors.access import (
    Person,
    is_visible,
    visible_entries,
    visible_projects,
    visible_quotes,
    visible_sessions,
)
from review.selectors.search.plain_scan import FREQUENT, are_frequent, has_older, recent, scanned, scanned_newest
from review.selectors.search.terms import Term, asked_of_index, found_in, is_searchable, terms_of

NEAREST = 2_020
"""How many of the newest rows are scanned where only some of those found are wanted."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A searchable table: its index, its text columns, the path to the found row, and the condition."""

    name: str
    table: str
    words: str
    key: str
    joined: str = ""
    when: str = "1 = 1"


_CLAIM = "{0}.title || '\n' || {0}.body"
_ENTRY = (
    _Source(
        "entry", "review_entry", _CLAIM.format("review_entry"), "review_entry.id", when="review_entry.claim_id IS NULL"
    ),
    _Source(
        "claimversion",
        "review_claimversion",
        _CLAIM.format("review_claimversion"),
        "review_entry.id",
        joined="JOIN review_entry ON review_entry.claim_id = review_claimversion.id",
    ),
)
_QUOTE = (
    _Source(
        "quote",
        "review_quote",
        "review_quote.text",
        "review_quote.id",
        joined="JOIN review_alignment ON review_alignment.id = review_quote.current_id",
        when="(review_alignment.attempt = 1 OR review_alignment.text = '')",
    ),
    _Source(
        "alignment",
        "review_alignment",
        "review_alignment.text",
        "review_quote.id",
        joined="JOIN review_quote ON review_quote.current_id = review_alignment.id",
        when="review_alignment.attempt > 1",
    ),
)
_MESSAGE = (_Source("message", "review_message", "review_message.content", "review_message.id"),)
_SESSION = (
    _Source(
        "session",
        "review_reviewsession",
        "review_reviewsession.title || '\n' || review_reviewsession.session_id",
        "review_reviewsession.id",
    ),
)


def matching_entries(user: Person, terms: tuple[Term, ...]) -> QuerySet[Entry]:
    """Return the entries a person sees with every term in their current claim."""
    return _holding(visible_entries(user), terms, _ENTRY)


def are_read_off(user: Person, terms: tuple[Term, ...]) -> bool:
    """Return whether entries with these words are found by scanning the newest ones, as they are frequent."""
    return are_frequent(visible_entries(user), terms, FREQUENT)


def matching_quotes(user: Person, terms: tuple[Term, ...]) -> QuerySet[Quote]:
    """Return the quotes a person sees with every term in the words searched last."""
    return _holding(visible_quotes(user), terms, _QUOTE)


def matching_messages(user: Person, terms: tuple[Term, ...]) -> QuerySet[Message]:
    """Return the messages a person sees with every term, in their newest versions."""
    return _holding(_seen_messages(user), terms, _MESSAGE).filter(~has_newer_version())


def _seen_messages(user: Person) -> QuerySet[Message]:
    return Message.objects.filter(is_visible(user, "session"))


def _newest_messages(user: Person) -> QuerySet[Message]:
    return _seen_messages(user).filter(~has_newer_version())


def matching_sessions(user: Person, terms: tuple[Term, ...]) -> QuerySet[ReviewSession]:
    """Return the sessions a person sees with every term in title or id."""
    return _holding(visible_sessions(user), terms, _SESSION)


SEEN: Mapping[str, tuple[Callable[[Person], QuerySet[Any]], tuple[_Source, ...]]] = {
    "entries": (visible_entries, _ENTRY),
    "quotes": (visible_quotes, _QUOTE),
    "messages": (_newest_messages, _MESSAGE),
    "sessions": (visible_sessions, _SESSION),
}
"""The rows of each kind with an index that a person sees, and where their words are indexed."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The keys of the newest rows found, newest first; `is_whole` is whether all rows of the store were looked at."""

    keys: tuple[int, ...]
    is_whole: bool = True


def nearest(user: Person, kind: str, terms: tuple[Term, ...], *, least: int, most: int) -> Nearest:
    """Return up to *most* of the newest rows of a kind, at a cost that does not grow with the store.

    The newest rows of the store are scanned. If fewer than *least* are found, the words are rare: the index names few.
    """
    seen, sources = SEEN[kind]
    rows = seen(user)
    newest = scanned_newest(rows, terms, NEAREST).order_by("-pk").values_list("pk", flat=True)
    keys = tuple(newest[:most])
    if len(keys) == most or not has_older(rows.model, NEAREST):
        return Nearest(keys)
    if len(keys) >= least:
        return Nearest(keys, is_whole=False)
    return Nearest(tuple(_named(rows, terms, sources).order_by("-pk").values_list("pk", flat=True)[:most]))


def matching_of(sessions: QuerySet[ReviewSession], words: str, *, at_most: int) -> list[ReviewSession]:
    """Return the newest of some sessions with all words; single characters are only searched in the newest sessions."""
    terms = terms_of(words)
    searchable = is_searchable(terms)
    found = _holding(sessions, terms, _SESSION, at_most) if searchable else recent(sessions, terms, at_most)
    keys = list(found.order_by("-pk").values_list("pk", flat=True)[:at_most])
    return list(ReviewSession.objects.filter(pk__in=keys).select_related("project").order_by("-pk"))


def matching_people(user: Person, terms: tuple[Term, ...]) -> QuerySet[Membership]:
    """Return the members of a person's projects with every term in their name; they are few, so there is no index."""
    members = Membership.objects.filter(project__in=visible_projects(user).values("pk"), user__is_active=True)
    if not is_searchable(terms):
        return members.none()
    for term in terms:
        spelled = (Q(user__username__icontains=spelling) for spelling in term.spellings)
        members = members.filter(Q(*spelled, _connector=Q.OR))
    return members


def _holding(
    rows: QuerySet,  # type: ignore[type-arg]
    terms: tuple[Term, ...],
    sources: tuple[_Source, ...],
    frequent: int | None = None,
) -> QuerySet:  # type: ignore[type-arg]
    """Narrow rows down to those with every term: all rows without a term, none for single characters."""
    if not is_searchable(terms):
        return rows.none()
    if not terms:
        return rows
    if are_frequent(rows, terms, frequent or FREQUENT):
        return scanned(rows, terms)
    return _named(rows, terms, sources)


def _named(rows: QuerySet[Any], terms: tuple[Term, ...], sources: tuple[_Source, ...]) -> QuerySet[Any]:
    """Narrow rows down to those with every term, by the index."""
    selects = [_keys(source, terms) for source in sources]
    sql = " UNION ALL ".join(select for select, _ in selects)
    if connection.vendor == "postgresql":
        sql = f"WITH found AS MATERIALIZED ({sql}) SELECT id FROM found"  # noqa: S608 - names of ours
    return rows.filter(pk__in=RawSQL(sql, [value for _, values in selects for value in values]))  # noqa: S611 - as above


def _keys(source: _Source, terms: tuple[Term, ...]) -> tuple[str, list[object]]:
    """Return the query, with its parameters, for the keys of the rows with every term in one table."""
    asked, grams = asked_of_index(terms, source.name)
    found, patterns = found_in(source.words, terms)
    start = source.table
    if connection.vendor == "sqlite":
        index = f"review_find_{source.name}"
        start = f"{index} CROSS JOIN {source.table} ON {source.table}.id = {index}.rowid"
    else:
        asked = asked.replace("{grams}", f"review_grams({source.words})")
    where = f"{asked} AND {source.when} AND {found}"
    return f"SELECT {source.key} AS id FROM {start} {source.joined} WHERE {where}", [*grams, *patterns]  # noqa: S608 - names of ours
