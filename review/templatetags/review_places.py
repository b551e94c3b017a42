"""Where the reader of a page is."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def here(context: Context, *names: str) -> SafeString:
    """Return the attribute that marks a link as the current page, where the page is one of the named."""
    match = context["request"].resolver_match
    is_here = match is not None and match.view_name in {f"review:{name}" for name in names}
    return mark_safe(' aria-current="page"' if is_here else "")  # noqa: S308 - nothing from outside is in it
