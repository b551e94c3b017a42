"""The loader of templates: an indented line continues the one before, and its indentation is not sent."""

import re

from django.template import Origin
from django.template.loaders import filesystem

BLOCK = (
    r"(?:article|aside|dd|details|div|dl|dt|fieldset|footer|h[1-6]|header|li|main|nav|ol|option|p|section|summary|table"
    r"|tbody|td|tfoot|th|thead|tr|ul)\b"
)
"""Block elements: white space at their edges is insignificant."""
BEGINNING = re.compile(rf"(<{BLOCK}(?:\{{%.*?%\}}|\{{\{{.*?\}}\}}|[^>{{])*>)\n *(?=\S)")
END = re.compile(rf"\n *(?=</{BLOCK})")
INDENTED = re.compile(r"\n +(>?)")


class Loader(filesystem.Loader):
    """Read our templates with one space for a line break and its indentation, and none at the edges of a block.

    So templates may have line breaks between attributes, elements and words without changing the page. The content of a
    text field starts at the beginning of a line, where white space is kept.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template as it is compiled."""
        source = BEGINNING.sub(r"\1", super().get_contents(origin))
        return INDENTED.sub(lambda found: found[1] or " ", END.sub("", source))
