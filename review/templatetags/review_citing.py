"""The template tag for citing a quote."""

from django import template
from django.template.context import RequestContext
from django.urls import reverse

from review import wording
from review.selectors.quotes.quote_rows import QuoteRow

register = template.Library()


@register.simple_tag(takes_context=True)
def citation_of(context: RequestContext, row: QuoteRow) -> wording.Citation | None:
    """Return the citation of a quote; None if it is not evidence, or its message has a newer version."""
    message = row.current.message
    if not (row.quote.counts and row.current.aligned) or row.is_drifted or message is None:
        return None
    link = context["request"].build_absolute_uri(reverse("review:quote_detail", args=[row.quote.pk]))
    return wording.citation(row.current, message, link=link)
