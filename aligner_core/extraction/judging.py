"""What becomes of the entries of an answer: every quote is looked for, every claim is held against its quotes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aligner_core._claims.check import check_claim
from aligner_core._claims.models import ClaimReport
from aligner_core.formats.extraction import ExtractedEntry, parse_extraction
from aligner_core.grounding import Row, Source, check
from aligner_core.grounding.spoken import said_in

Json = dict[str, Any]
_KEYS = ("entryId", "type", "title", "body", "evidence")
"""What is kept of an entry that a model gives: no stage, and nothing it was not asked for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One entry as a model gave it, its quotes with their verdicts, and the facts of its claim."""

    entry: Json
    rows: tuple[Row, ...]
    claim: ClaimReport

    @property
    def name(self) -> str:
        """The id by which the model is asked for it again."""
        return str(self.entry["entryId"])

    @property
    def ok(self) -> int:
        """How many of its quotes are ok."""
        return sum(map(bool, self.rows))

    @property
    def failed(self) -> int:
        """How many of its quotes are not."""
        return len(self.rows) - self.ok

    @property
    def says_more(self) -> bool:
        """Whether its claim has facts that its quotes lack; where that cannot be judged, nobody can mend it."""
        return not self.failed and bool(self.claim.missing)

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to ask again."""
        return self.ok > 0 and not self.failed and not self.says_more

    def is_better_than(self, other: "Judged") -> bool:
        """Whether it has no quote less that is ok, none more that fails, no claim that says more, and one of them less.

        So an entry that takes the place of another one is never worse in anything.
        """
        mine, others = self.marks, other.marks
        return mine != others and all(here >= there for here, there in zip(mine, others, strict=True))

    @property
    def marks(self) -> tuple[int, int, bool]:
        """The marks by which it is compared; more is better in each."""
        return self.ok, -self.failed, not self.failed and not self.says_more


def judged(value: object, sources: Sequence[Source]) -> list[Judged] | None:
    """Return the entries of an answer, in order and with distinct ids; None if it is no answer by the schema."""
    if not isinstance(value, Mapping) or not isinstance(value.get("entries"), list):
        return None
    items = [item for item in map(_kept, value["entries"]) if item is not None]
    named = list(_with_names(items))
    parsed = parse_extraction({"entries": named})
    rows = iter(check(parsed, sources).rows)
    found = [
        (item, entry, tuple(next(rows) for _ in entry.quotes))
        for item, entry in zip(named, parsed.entries, strict=True)
    ]
    return [Judged(item, own, _claim(entry, own)) for item, entry, own in found]


def _kept(item: object) -> Json | None:
    """Return what is kept of one entry; None if it cannot be read."""
    if not isinstance(item, Mapping):
        return None
    kept = {key: item[key] for key in _KEYS if item.get(key) is not None}
    return kept if parse_extraction({"entries": [kept]}).entries else None


def _with_names(items: Sequence[Json]) -> Iterator[Json]:
    taken = set[str]()
    for place, item in enumerate(items, start=1):
        given = str(item.get("entryId") or "")
        name = given if given and given not in taken else f"ent_{place}"
        while name in taken:
            name += "_"
        taken.add(name)
        yield {**item, "entryId": name}


def _claim(entry: ExtractedEntry, rows: Sequence[Row]) -> ClaimReport:
    texts = next(([source.text for source in row.sources] for row in rows), [])
    return check_claim("\n".join(filter(None, (entry.title, entry.body))), list(said_in(rows)), elsewhere=texts)
