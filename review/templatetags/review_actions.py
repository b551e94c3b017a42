"""The form of an action, and its key: htmx sends it and swaps the response in; without scripts it posts as usual."""

from collections.abc import Mapping, Sequence

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from review.acts.attached import COMMENTING_ACTS
from review.acts.entries import ENTRY_ACTS
from review.acts.keys import Key

register = template.Library()
KEYS: Mapping[str, str] = {
    **{name: act.key.letter for acts in (ENTRY_ACTS, COMMENTING_ACTS) for name, act in acts.items() if act.key},
    "undo": Key.BACK.letter,
    "skip": Key.SKIP.letter,
    "before": Key.BEFORE.letter,
}
"""The letters that press controls, by the names of their acts; undoing and skipping are no rows of a table."""
CLAIM_KEYS: Mapping[str, str] = {name: act.claim_key.letter for name, act in ENTRY_ACTS.items() if act.claim_key}
"""The same in the question about the claim."""
QUOTE_KEYS: Mapping[str, str] = {
    "take": Key.TAKE.letter,
    "accept": Key.ACCEPT.letter,
    "edit": Key.EDIT.letter,
    "withdraw": Key.WITHDRAW.letter,
}
"""The same on the card of a quote, by what the control does there: several acts are what a card offers."""


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


@register.simple_tag
def key(name: str) -> str:
    """Return the letter of the key that presses the control of an act."""
    return KEYS[name]


@register.simple_tag
def claim_key(name: str) -> str:
    """Return the letter of the key that presses the control of an act in the question about the claim."""
    return CLAIM_KEYS[name]


@register.simple_tag
def quote_key(name: str) -> str:
    """Return the letter of the key that presses a control on the card of a quote."""
    return QUOTE_KEYS[name]


@register.simple_tag
def act_keys() -> Sequence[tuple[str, Sequence[str]]]:
    """Return what the keys of acts do, each with its letters."""
    letters: dict[str, list[str]] = {}
    for one in Key:
        letters.setdefault(str(one.does), []).append(one.letter)
    return tuple(letters.items())
