"""The entries with fuzzy quotes below a bar: those that wait, and the verified ones, which keep their stage."""

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from review.models import ABOVE_CANDIDATE, Entry, Project, Quote, Standing

DECIDES = Q(standing=Standing.COUNTS, current__method="fuzzy", entry__rejected_at=None)
"""Match the quotes that a bar matters to."""


@dataclass(frozen=True, slots=True)
class HeldBack:
    """How many entries a bar holds back: `waiting` below verified, and `verified` ones, which keep their stage."""

    bar: float
    waiting: int
    verified: int

    @property
    def entries(self) -> int:
        """The number of entries in all."""
        return self.waiting + self.verified


def held_back(project: Project, bar: float) -> HeldBack:
    """Return how many entries of a project a bar would hold back, by the similarities that are stored."""
    is_verified = Q(entry__stage__in=ABOVE_CANDIDATE)
    quotes = Quote.objects.filter(DECIDES, entry__session__project=project, current__similarity__lt=bar)
    return HeldBack(
        bar,
        **quotes.aggregate(
            waiting=Count("entry", distinct=True, filter=~is_verified),
            verified=Count("entry", distinct=True, filter=is_verified),
        ),
    )


def quotes_below_bar() -> QuerySet[Quote]:
    """Return the quotes of all projects that the bar of their project would not accept today."""
    return Quote.objects.filter(DECIDES, current__similarity__lt=F("entry__session__project__fuzzy_threshold"))


def entries_with_fuzzy_quotes(project: Project) -> QuerySet[Entry]:
    """Return the entries of a project that a bar may hold back, rejected ones too, by key."""
    fuzzy = Quote.objects.filter(standing=Standing.COUNTS, current__method="fuzzy", entry__session__project=project)
    return Entry.objects.filter(pk__in=fuzzy.order_by().values("entry")).order_by("pk")
