"""The text of rows as ORM expressions, and a scan of it, which is faster than the index for frequent words."""

from typing import Any

from django.db.models import Case, CharField, F, Lookup, Max, Model, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Concat

from review.models import Entry, Message, Quote, ReviewSession
from review.selectors.search.terms import Term

FREQUENT, IN = 101, 20
"""Words are frequent when one in this many of a person's newest rows contains them: then a scan of the newest rows
finds as many as a page needs, or as many as are counted."""
WORDS: dict[type, Any] = {
    Entry: Case(
        When(claim__isnull=True, then=Concat("title", Value("\n"), "body", output_field=TextField())),
        default=Concat("claim__title", Value("\n"), "claim__body", output_field=TextField()),
    ),
    Quote: Case(
        When(Q(current__attempt=1) | Q(current__text=""), then=F("text")),
        default=F("current__text"),
        output_field=TextField(),
    ),
    Message: F("content"),
    ReviewSession: Concat("title", Value("\n"), "session_id", output_field=TextField()),
}


@TextField.register_lookup
@CharField.register_lookup
class Holds(Lookup):
    """Match a text that contains a spelling of a term, ignoring the case of the letters A to Z."""

    lookup_name = "holds"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:  # noqa: ANN401 - Django's signature
        """Return the condition for SQLite."""
        text, text_params = self.process_lhs(compiler, connection)
        signs, signs_params = self.process_rhs(compiler, connection)
        return f"instr(lower({text}), {signs}) > 0", (*text_params, *signs_params)

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:  # noqa: ANN401 - Django's signature
        """Return the condition for PostgreSQL, which expects a third of the rows to match; with LIKE it would sort."""
        text, text_params = self.process_lhs(compiler, connection)
        signs, signs_params = self.process_rhs(compiler, connection)
        return f'strpos(lower({text} COLLATE "C"), {signs}) > 0', (*text_params, *signs_params)


def scanned(rows: QuerySet[Any], terms: tuple[Term, ...]) -> QuerySet[Any]:
    """Narrow rows down to those with every term, without the index."""
    rows = rows.alias(words=WORDS[rows.model])
    for term in terms:
        rows = rows.filter(Q(*(("words__holds", spelling) for spelling in term.spellings), _connector=Q.OR))
    return rows


def recent(rows: QuerySet[Any], terms: tuple[Term, ...], number: int) -> QuerySet[Any]:
    """Narrow rows down to those with every term among the newest in the store, scanning some for each of *number*."""
    return scanned_newest(rows, terms, number * IN)


def scanned_newest(rows: QuerySet[Any], terms: tuple[Term, ...], number: int) -> QuerySet[Any]:
    """Narrow rows down to those with every term among this *number* of the newest in the store."""
    return scanned(rows.filter(pk__gt=_newest_key(rows.model) - number), terms)


def has_older(model: type[Model], number: int) -> bool:
    """Return whether the store has other rows than this *number* of the newest."""
    return model._base_manager.filter(pk__lte=_newest_key(model) - number).exists()  # noqa: SLF001 - documented API


def _newest_key(model: type[Model]) -> int:
    newest: int | None = model._base_manager.aggregate(newest=Max("pk"))["newest"]  # noqa: SLF001 - documented API
    return newest or 0


def are_frequent(rows: QuerySet[Any], terms: tuple[Term, ...], number: int) -> bool:
    """Return whether at least this *number* of the newest rows have every term."""
    return recent(rows, terms, number).order_by("-pk")[:number].count() == number
