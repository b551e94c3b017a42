"""How templates are read: an indented line goes on from the one before, and its indentation is not sent."""

import re

from django.template import Origin
from django.template.loaders import filesystem

BLOCK = (
    r"(?:article|aside|dd|details|div|dl|dt|fieldset|footer|h[1-6]|header|li|main|nav|ol|option|p|section|summary|table"
    r"|tbody|td|tfoot|th|thead|tr|ul)\b"
)
"""Elements that stand alone: what they begin and end with is never white space."""
BEGINNING = re.compile(rf"(<{BLOCK}(?:\{{%.*?%\}}|\{{\{{.*?\}}\}}|[^>{{])*>)\n *(?=\S)")
END = re.compile(rf"\n *(?=</{BLOCK})")
INDENTED = re.compile(r"\n +(>?)")


class Loader(filesystem.Loader):
    """Read our templates with one space for a line break and its indentation, and none at the edges of a block.

    So a template may be broken between attributes, elements and words without a page that grows or differs by it. What
    a text field begins with stands at the beginning of a line, where white space is kept.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template as it is compiled."""
        source = BEGINNING.sub(r"\1", super().get_contents(origin))
        return INDENTED.sub(lambda found: found[1] or " ", END.sub("", source))
