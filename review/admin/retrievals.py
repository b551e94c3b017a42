"""Registers of retrievals, their chunks, cited sources and corrections."""

from collections.abc import Sequence
from typing import ClassVar

from django.contrib import admin

from review.admin.general_filters import OccurringFilter, PeriodFilter
from review.admin.registers import Register, spelled
from review.models import Chunk, CitedSource, Retrieval, SourceCorrection
from review.presentation.hidden import spell_out
from review.selectors.retrievals.retrieval import SearchStep, step_of
from review.wording import FIELDS, SEARCH_OUTCOMES, SEARCHES


def trail_words(events: Sequence[object]) -> str:
    """Return the outcome of each step of a search, in words."""
    return " · ".join(_step_words(step_of(str(event))) for event in events)


def _step_words(step: SearchStep) -> str:
    words = [SEARCHES.get(step.method), SEARCH_OUTCOMES.get(step.outcome, step.text), step.keyword]
    return " ".join(str(word) for word in words if word)


@admin.register(Retrieval)
class RetrievalAdmin(Register):
    """Every retrieval with its question."""

    in_words: ClassVar = {"events": trail_words}
    list_display = (spelled("query"), spelled("session"), "digest")
    list_filter = (("session__project", OccurringFilter),)
    list_select_related = ("session",)
    search_fields = ("query",)


@admin.register(Chunk)
class ChunkAdmin(Register):
    """Every chunk with its metadata."""

    list_display = (spelled("chunk_id"), "title", spelled("file_name"), "relevance", "score", "last_updated")
    list_filter = ("relevance", ("message__session__project", OccurringFilter))
    project_path = "message__session__project"
    list_select_related = ("message",)
    search_fields = ("chunk_id", "file_name", "message__name")

    @admin.display(description=FIELDS["title"])
    def title(self, chunk: Chunk) -> str:
        """Show the title, stored as the name of its message."""
        return spell_out(chunk.message.name)


@admin.register(CitedSource)
class CitedSourceAdmin(Register):
    """Every source that an answer names."""

    list_display = (spelled("label"), "is_real", spelled("entry"))
    list_filter = ("is_real", "entry__stage", ("entry__session__project", OccurringFilter))
    project_path = "entry__session__project"
    list_select_related = ("entry__claim",)
    search_fields = ("label",)


@admin.register(SourceCorrection)
class SourceCorrectionAdmin(Register):
    """Every source that somebody corrected, and why."""

    list_display = ("created_at", spelled("source"), spelled("replacement"), "actor", spelled("reason"))
    list_filter = (
        ("created_at", PeriodFilter),
        ("actor", OccurringFilter),
        ("source__entry__session__project", OccurringFilter),
    )
    project_path = "source__entry__session__project"
    list_select_related = ("source", "actor")
    search_fields = ("reason", "source__label")
