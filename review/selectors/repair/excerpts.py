"""The excerpts of rows of the failed list: their resulting words with text around, read without the whole message."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Case, ExpressionWrapper, IntegerField, OuterRef, Subquery, Value, When
from django.db.models.functions import Substr

from aligner_core import AlignedEvidence, Place
from review.models import Message, Quote
from review.models.sessions import Excerpt, excerpt
from review.selectors.quotes.faces import MAX_WORDS, target_of
from review.selectors.quotes.quote_rows import QuoteRow

AROUND_CHARS = 60


Target = AlignedEvidence | Place


def with_excerpts(rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Return rows with the words found, or else those that the repair leads to, or else the closest ones."""
    targets = {row.quote.pk: target for row in rows if (target := target_of(row))}
    texts = _texts(targets) if targets else {}
    return [
        replace(row, excerpt=_excerpt(targets[pk], texts[pk])) if (pk := row.quote.pk) in texts else row for row in rows
    ]


def _texts(targets: Mapping[int, Target]) -> dict[int, str]:
    """Return a piece of the text of each target, by quote: an extra character at each end shows whether it is cut."""
    messages = Message.objects.filter(session=OuterRef("entry__session"), index=OuterRef("at")).order_by("-version")
    piece = messages.values(piece=Substr("content", _number("first"), _number("length")))[:1]
    quotes = Quote.objects.filter(pk__in=targets).annotate(
        at=_case(targets, lambda one: one.message_index),
        first=_case(targets, lambda one: _first(one) + 1),
        length=_case(targets, lambda one: _end(one) + AROUND_CHARS + 1 - _first(one)),
    )
    return {pk: text for pk, text in quotes.values_list("pk", Subquery(piece)) if text is not None}


def _case(targets: Mapping[int, Target], number: Callable[[Target], int]) -> Case:
    return Case(*(When(pk=pk, then=Value(number(one))) for pk, one in targets.items()), output_field=IntegerField())


def _number(name: str) -> "ExpressionWrapper[OuterRef]":
    return ExpressionWrapper(OuterRef(name), output_field=IntegerField())


def _first(target: Target) -> int:
    return max(0, target.span_start - AROUND_CHARS - 1)


def _end(target: Target) -> int:
    return min(target.span_end, target.span_start + MAX_WORDS)


def _excerpt(target: Target, text: str) -> Excerpt:
    first = _first(target)
    return excerpt(text, target.span_start - first, _end(target) - first, around=AROUND_CHARS)
