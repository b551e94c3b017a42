"""A hand-written mutation: a mistake that somebody could make in one place, and the tests that should notice it."""

from dataclasses import dataclass
from pathlib import Path

PAGES, SCRIPTS = "templates/", "static/"


@dataclass(frozen=True, slots=True)
class Mutation:
    """What would be wrong then, the text it replaces in a file, and the tests by their addresses."""

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def is_of_surface(self) -> bool:
        """Whether it is in a template or a script, which no coverage and no type check looks at."""
        return self.file.startswith((PAGES, SCRIPTS))

    def occurrences(self, tree: Path) -> int:
        """Count how often the old text stands in the file of a tree."""
        return (tree / self.file).read_text(encoding="utf-8").count(self.old)

    def apply(self, tree: Path) -> str:
        """Make the mistake in a tree, and return the file as it was."""
        path = tree / self.file
        kept = path.read_text(encoding="utf-8")
        path.write_text(kept.replace(self.old, self.new), encoding="utf-8")
        return kept
