"""Two runs of one session side by side: the entries that the second kept, lost, added and reworded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from review.domain.run_pairs import RunEntry, pair_runs
from review.models import Entry, Extraction, Quote, Standing
from review.selectors.access import Person
from review.selectors.ingest import visible_extractions
from review.selectors.quotes.quote_rows import badged_quotes
from review.selectors.runs.claim_words import ComparedClaims, compare_claims
from review.selectors.runs.run_counts import RunCounts
from review.selectors.runs.run_list import run_counts

MAX_OTHER_RUNS = 50


@dataclass(frozen=True, slots=True)
class PairedEntries:
    """An entry of the first run, the matching one of the second, and the words of their claims if these differ."""

    first: Entry | None
    second: Entry | None
    claims: ComparedClaims | None = None


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two runs of a session, their numbers, and the outcome for every entry."""

    first: Extraction
    second: Extraction
    first_counts: RunCounts
    second_counts: RunCounts
    others: tuple[Extraction, ...]
    kept: tuple[PairedEntries, ...]
    reworded: tuple[PairedEntries, ...]
    lost: tuple[PairedEntries, ...]
    new: tuple[PairedEntries, ...]

    @property
    def claims(self) -> int:
        """The number of different claims in both."""
        return len(self.kept) + len(self.reworded) + len(self.lost) + len(self.new)

    @property
    def another_fact(self) -> tuple[PairedEntries, ...]:
        """The reworded pairs of which one states another fact."""
        return tuple(pair for pair in self.reworded if pair.claims is not None and pair.claims.states_another_fact)

    @property
    def worded_anew(self) -> tuple[PairedEntries, ...]:
        """The other reworded pairs."""
        return tuple(pair for pair in self.reworded if pair.claims is None or not pair.claims.states_another_fact)


def session_runs(extraction: Extraction, user: Person) -> tuple[Extraction, ...]:
    """Return the newest runs of the session of an extraction, including itself."""
    runs = visible_extractions(user).filter(session=extraction.session_id)
    return tuple(runs.order_by("-pk")[:MAX_OTHER_RUNS])


def compare_runs(first: Extraction, second: Extraction, user: Person) -> RunComparison:
    """Return two runs of one session compared, by their current claims and the current places of their quotes."""
    left, right = _entries(first), _entries(second)
    pairs = pair_runs(_run_entries(left), _run_entries(right))
    reworded = (
        PairedEntries(left[a], right[b], compare_claims(_claim(left[a]), _claim(right[b]))) for a, b in pairs.reworded
    )
    return RunComparison(
        first=first,
        second=second,
        first_counts=run_counts(first),
        second_counts=run_counts(second),
        others=session_runs(first, user),
        kept=tuple(PairedEntries(left[a], right[b]) for a, b in pairs.kept),
        reworded=tuple(reworded),
        lost=tuple(PairedEntries(left[key], None) for key in pairs.lost),
        new=tuple(PairedEntries(None, right[key]) for key in pairs.new),
    )


def _entries(extraction: Extraction) -> Mapping[int, Entry]:
    quotes = badged_quotes(Quote.objects.filter(standing=Standing.COUNTS))
    entries = Entry.objects.filter(extraction=extraction).select_related("claim").prefetch_related(quotes)
    return {entry.pk: entry for entry in entries.order_by("position")}


def _run_entries(entries: Mapping[int, Entry]) -> Sequence[RunEntry]:
    return [RunEntry(key, _claim(entry), tuple(_places(entry))) for key, entry in entries.items()]


def _claim(entry: Entry) -> str:
    return f"{entry}\n{entry.claim_body}" if entry.claim_body else str(entry)


def _places(entry: Entry) -> list[tuple[int, int, int]]:
    current = [quote.current for quote in entry.quotes.all() if quote.current is not None]
    return [
        (one.message_index, one.span_start, one.span_end)
        for one in current
        if one.message_index is not None and one.span_start is not None and one.span_end is not None
    ]
