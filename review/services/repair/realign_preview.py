"""What realigning a project would change, before anybody lets it: nothing is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from aligner_core import AlignedEvidence, Difference
from aligner_core.evidence import three_digits
from review.domain.limits import MAX_REALIGN_LISTED, MAX_REALIGN_PREVIEWED
from review.models import Entry, Project, Quote
from review.presentation.badges import badge
from review.services.repair.realign import RuleChange, found_now, low_quotes, outdated_diagnoses, rule_changes


@dataclass(frozen=True, slots=True)
class Found:
    """A quote that an older engine did not find, and where that of today finds it."""

    quote: Quote
    evidence: AlignedEvidence

    @property
    def badge(self) -> str:
        """The letters that show how it is found."""
        return badge(self.evidence.match_method, similarity=self.evidence.similarity)

    @property
    def confidence(self) -> str:
        """The confidence that it would have."""
        return three_digits(self.evidence.confidence)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What would differ, but for form."""
        return tuple(one for one in self.evidence.differences if one.severity != "form")


@dataclass(frozen=True, slots=True)
class RealignPreview:
    """The quotes that would be judged otherwise, be found, or be looked for again since they are below the bar.

    `entries` is how many entries were looked at, the first of the project; `is_part` is whether it has more, or there
    are more changes than are listed.
    """

    changes: tuple[RuleChange, ...]
    found: tuple[Found, ...]
    low: int
    entries: int
    is_part: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.changes or self.found or self.low)


def realign_preview(project: Project) -> RealignPreview:
    """Return what realigning the first entries of a project would change."""
    of_project = Entry.objects.filter(session__project=project).order_by("pk").values_list("pk", flat=True)
    keys = list(of_project[: MAX_REALIGN_PREVIEWED + 1])
    entries = keys[:MAX_REALIGN_PREVIEWED]
    changes = tuple(islice(rule_changes(entries), MAX_REALIGN_LISTED + 1))
    found = tuple(islice(_found(entries), MAX_REALIGN_LISTED + 1))
    is_part = len(keys) > len(entries) or max(len(changes), len(found)) > MAX_REALIGN_LISTED
    low = sum(1 for _ in low_quotes(entries))
    return RealignPreview(changes[:MAX_REALIGN_LISTED], found[:MAX_REALIGN_LISTED], low, len(entries), is_part)


def _found(entries: Sequence[int]) -> Iterator[Found]:
    return (
        Found(quote, made.evidence)
        for pk in outdated_diagnoses(entries)
        for quote, made in found_now(pk)
        if isinstance(made.evidence, AlignedEvidence)
    )
