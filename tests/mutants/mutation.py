"""A hand-written mutation: a mistake that somebody could make in one place, and the tests that should notice it."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

PAGES, SCRIPTS = "templates/", "static/"
_TOKENS = re.compile(r"\w+|[^\w\s]")


class InconclusiveError(Exception):
    """A mutation shows nothing: it fits no place or several, or its tests fail without it. The message says which."""


@dataclass(frozen=True)
class Mutation:
    """What would be wrong then, the text it replaces in a file, and the tests by their addresses.

    The old text fits however it is wrapped: white space has to be there only between two words.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What it is a mistake in: templates, scripts, or a package of the app."""
        if self.is_of_surface:
            return "templates" if self.file.startswith(PAGES) else "scripts"
        return Path(self.file).parts[1]

    @property
    def is_of_surface(self) -> bool:
        """Whether it is in a template or a script, which no coverage and no type check looks at."""
        return self.file.startswith((PAGES, SCRIPTS))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What the old text looks like in any wrapping."""
        tokens = list(_TOKENS.finditer(self.old))
        gaps = (_gap(one.group(), other.group()) for one, other in pairwise(tokens))
        return re.compile("".join(re.escape(one.group()) + gap for one, gap in zip(tokens, (*gaps, ""), strict=True)))

    def occurrences(self, tree: Path) -> int:
        """Count how often the old text stands in the file of a tree."""
        return len(self.pattern.findall((tree / self.file).read_text(encoding="utf-8")))

    def changed(self, text: str) -> tuple[str, int]:
        """Return a file with the mistake, and in how many places it was made."""
        return self.pattern.subn(lambda _: self.new.strip(), text)

    def apply(self, tree: Path) -> str:
        """Make the mistake in a tree, and return the file as it was."""
        path = tree / self.file
        kept = path.read_text(encoding="utf-8")
        changed, places = self.changed(kept)
        if places != 1:
            message = f"the old text stands {places} times in {self.file}, not once: {self.what}"
            raise InconclusiveError(message)
        path.write_text(changed, encoding="utf-8")
        return kept


def _gap(one: str, other: str) -> str:
    """Return what may stand between two tokens of a text; two words that touch would be another word."""
    return r"\s+" if one[-1].isalnum() and other[0].isalnum() else r"\s*"
