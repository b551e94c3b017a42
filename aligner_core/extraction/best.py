"""The best of all attempts at one window, entry by entry: a later answer changes only what it makes better."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from aligner_core.extraction.judging import Judged


@dataclass(slots=True)
class Best:
    """The entries of a window as they are best so far.

    `repaired` are those that a later answer made better, `withdrawn` how many the model took back when it was told that
    nobody had said them.
    """

    entries: list[Judged] = field(default_factory=list)
    repaired: set[str] = field(default_factory=set)
    withdrawn: int = 0

    @property
    def faulty(self) -> list[Judged]:
        """The entries that are asked for again, the worst ones first."""
        return sorted((one for one in self.entries if not one.is_clean), key=lambda one: (one.ok > 0, -one.failed))

    def take(self, answer: Sequence[Judged], asked: Sequence[Judged]) -> None:
        """Take from the answer to the question for the *asked* entries what is better than before.

        What was not asked for stays as it is, whatever the answer has in its place. What is new is taken
        if it is clean. An entry without a quote that is ok, which the answer leaves out, is withdrawn.
        """
        given = {one.name: one for one in answer}
        wanted, known = {one.name for one in asked}, {one.name for one in self.entries}
        kept = list[Judged]()
        for one in self.entries:
            other = given.get(one.name) if one.name in wanted else None
            if other is not None and other.is_better_than(one):
                self.repaired.add(one.name)
                kept.append(other)
            elif other is None and one.name in wanted and not one.ok and self._is_taken_back(answer):
                self.withdrawn += 1
            else:
                kept.append(one)
        self.entries = [*kept, *(one for one in answer if one.name not in known and one.is_clean)]

    @staticmethod
    def _is_taken_back(answer: Sequence[Judged]) -> bool:
        """Whether what an answer leaves out was left out on purpose: one that has no quote that is ok says nothing."""
        return not answer or any(one.ok for one in answer)
