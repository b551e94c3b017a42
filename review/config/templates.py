"""How templates are read: an indented line goes on from the one before, and its indentation is not sent."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTED = re.compile(r"\n +(>?)")


class Loader(filesystem.Loader):
    """Read our templates with one space for a line break and the indentation after it, and nothing before a ``>``.

    So a template may be broken between attributes, elements and words without a page that grows or differs by it. What
    a text field begins with stands at the beginning of a line, where white space is kept.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template as it is compiled."""
        return INDENTED.sub(lambda found: found[1] or " ", super().get_contents(origin))
