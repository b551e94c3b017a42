"""Templates with one tag a line, where white space between the tags would show."""

import re

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token
from django.template.context import Context

register = template.Library()

BREAK = re.compile(r"\s*\n\s*")
PARTS = re.compile(r"([<>])")


class Joined(Node):
    """What stands between the tags, its line breaks already taken out."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        """Return what the tags inside render."""
        return self.nodelist.render(context)


@register.tag
def joined(parser: Parser, token: Token) -> Joined:  # noqa: ARG001 - Django calls every tag with both
    """Leave out every line break with its indent; one inside an HTML tag, between attributes, becomes a space."""
    nodelist = parser.parse(("endjoined",))
    parser.delete_first_token()
    is_inside_tag = False
    for node in nodelist.get_nodes_by_type(TextNode):
        if isinstance(node, TextNode):
            is_inside_tag = _join(node, is_inside_tag=is_inside_tag)
    return Joined(nodelist)


def _join(text: TextNode, *, is_inside_tag: bool) -> bool:
    """Join the lines of a text that begins inside a tag or not, and return whether it ends inside one."""
    parts = []
    for part in PARTS.split(text.s):
        if part in {"<", ">"}:
            is_inside_tag = part == "<"
        parts.append(BREAK.sub(" " if is_inside_tag else "", part))
    text.s = "".join(parts)
    return is_inside_tag
