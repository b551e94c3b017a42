"""What a claim says and its evidence says otherwise: a fact only where that is so."""

from collections.abc import Iterator
from dataclasses import dataclass

from aligner_core._claims.models import FactKind
from aligner_core._claims.reading import Reading

Range = tuple[int, int]


@dataclass(frozen=True)
class Contrary:
    """Words at `span` of a folded claim, and the words of the evidence that say otherwise."""

    kind: FactKind
    span: Range
    instead: tuple[tuple[Reading, Range], ...]

    def place_in(self, text: Reading) -> Range | None:  # noqa: ARG002 - no text says the same
        """Return None: nothing says what the claim says."""
        return None

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield what a text says otherwise."""
        yield from (found for reading, found in self.instead if reading is text)
