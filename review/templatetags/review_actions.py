"""The form of an action: htmx sends it and swaps the response into the page; without scripts it posts as usual."""

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.html import format_html, format_html_join

register = template.Library()


@register.simple_block_tag(takes_context=True)
def action(
    context: Context, content: str, address: str, *args: object, into: str, row: object = "", **sent: object
) -> str:
    """Return a form around the content of the block; its response replaces the element with the id ``into``.

    The address is a URL, or the name of one with its arguments; a ``row`` is the key that follows the id. ``class`` is
    the class of the form; all other names are sent as hidden fields, such as the version seen, to refuse late actions.
    """
    style = sent.pop("class", "")
    url = address if address.startswith("/") else reverse(address, args=args)
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', sent.items())
    return format_html(
        '<form{} method="post" action="{url}" hx-post="{url}" hx-target="#{}" hx-swap="outerHTML" hx-sync="this:drop">'
        "{}{}{}</form>",
        format_html(' class="{}"', style) if style else "",
        f"{into}-{row}" if row else into,
        CsrfTokenNode().render(context),
        hidden,
        content,
        url=url,
    )
