"""Uploads: sessions that can be extended, drafts to continue, and extractions with the other runs of their session."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone

from aligner_core import FailureReason
from review.domain.marks import may_be_digest
from review.models import Entry, Extraction, Quote, ReviewSession, Standing, UploadDraft, UploadFile
from review.selectors.access import Person, is_visible, may_review, uploadable_projects
from review.selectors.quotes.quote_rows import badged_quotes

MAX_LISTED_ENTRIES = 200
MAX_LISTED_RUNS = 20


def uploadable_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Return the sessions a person may add extractions to, newest first."""
    sessions = ReviewSession.objects.filter(project__in=uploadable_projects(user))
    return sessions.select_related("project").order_by("project__name", "-created_at", "-pk")


def own_drafts(user: Person) -> QuerySet[UploadDraft]:
    """Return the uploads a person started and may still confirm, or confirmed lately."""
    drafts = UploadDraft.objects.filter(created_by_id=user.pk, project__in=uploadable_projects(user), is_sent=False)
    begun = timezone.now() - timedelta(days=settings.REVIEW_DRAFT_DAYS)
    return drafts.filter(created_at__gte=begun).select_related("project", "session")


def drafts_without_texts(user: Person) -> QuerySet[UploadDraft]:
    """Return what `own_drafts` does, without the texts, which can be large."""
    return own_drafts(user).defer("session_json", "extraction_json", "alignment")


def texts_length(draft: UploadDraft) -> int:
    """Return how long the texts of a draft are in characters, with the messages of the stored session it is for."""
    lengths = Length("session_json") + Length("extraction_json")
    length = UploadDraft.objects.filter(pk=draft.pk).values_list(lengths, flat=True).first() or 0
    if draft.session is None:
        return length
    return length + int(draft.session.current_messages().aggregate(sum=Sum("length"))["sum"] or 0)


def received_session(draft: UploadDraft) -> ReviewSession | None:
    """Return the session of a draft that was received; None when it is still to be confirmed."""
    return draft.session if draft.received_at is not None else None


def listed_drafts(user: Person) -> QuerySet[UploadDraft]:
    """Return the uploads a person may still confirm, newest first, with the lengths of their texts only.

    An upload of files is left out while drafts taken from it are listed instead.
    """
    taken = UploadDraft.objects.filter(taken_from=OuterRef("pk"), received_at=None)
    drafts = own_drafts(user).filter(~Exists(taken), received_at=None)
    drafts = drafts.annotate(file_count=Count("files", distinct=True)).order_by("-created_at", "-pk")
    lengths = {"session_chars": Length("session_json"), "extraction_chars": Length("extraction_json")}
    names = UploadFile.objects.only("draft", "name").order_by("position")
    drafts = drafts.prefetch_related(Prefetch("files", names), Prefetch("taken_from__files", names))
    return drafts.annotate(**lengths).defer("session_json", "extraction_json", "alignment", "shown")


def draft_bytes(user: Person) -> int:
    """Return how large the files of a person are together that are uploaded and not imported yet."""
    files = UploadFile.objects.filter(draft__created_by=user.pk or 0, draft__received_at=None)
    return int(files.aggregate(sum=Sum("size"))["sum"] or 0)


@dataclass(frozen=True, slots=True)
class ExtractionPage:
    """One extraction: its run, the notes on it, its entries, and the other extractions of the session.

    `unfinished` is the number of its quotes that were not searched to the end; `may_search` allows resuming that.
    """

    extraction: Extraction
    entries: tuple[Entry, ...]
    entry_count: int
    others: tuple[Extraction, ...]
    unfinished: int
    may_search: bool

    @property
    def unlisted(self) -> int:
        """The number of entries that are not listed."""
        return self.entry_count - len(self.entries)


def visible_extractions(user: Person) -> QuerySet[Extraction]:
    """Return the extractions of a person's projects, without the uploaded content."""
    extractions = Extraction.objects.filter(is_visible(user, "session"))
    return extractions.select_related("session__project", "received_by").defer("canonical")


def extraction_page(extraction: Extraction, user: Person) -> ExtractionPage:
    """Return an extraction with everything its page shows."""
    entries = Entry.objects.filter(extraction=extraction).select_related("claim").order_by("position")
    others = Extraction.objects.filter(session=extraction.session_id).exclude(pk=extraction.pk)
    counted = others.annotate(entry_count=Count("entries")).defer("canonical", "notes").order_by("-pk")
    return ExtractionPage(
        extraction=extraction,
        entries=tuple(entries.prefetch_related(badged_quotes(Quote.objects.all()))[:MAX_LISTED_ENTRIES]),
        entry_count=entries.count(),
        others=tuple(counted[:MAX_LISTED_RUNS]),
        unfinished=unfinished_quotes(extraction).count(),
        may_search=may_review(user, extraction.session.project_id),
    )


def unfinished_quotes(extraction: Extraction) -> QuerySet[Quote]:
    """Return the quotes of an extraction that exceeded the work limit of its upload, in their order."""
    open_entries = Entry.objects.filter(extraction=extraction, rejected_at=None)
    quotes = Quote.objects.filter(entry__in=open_entries, standing=Standing.COUNTS, current__attempt=1)
    unfinished = quotes.filter(current__reason=FailureReason.BUDGET_EXCEEDED)
    return unfinished.select_related("current").order_by("entry__position", "position")


def extracted_by(name: str) -> Q:
    """Match the entries of runs with this model, extractor, prompt version, run id or beginning of a digest."""
    names = ("extractor", "model", "prompt_version", "run_id")
    matched = Q(*(Q(**{f"extraction__{column}": name}) for column in names), _connector=Q.OR)
    return matched | Q(extraction__digest__startswith=name) if may_be_digest(name) else matched
