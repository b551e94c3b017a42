"""The job of a large audit bundle: it is sealed, and kept for its owner as a file."""

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.jobs import JobFailedError, JobReason
from review.domain.limits import MAX_BUNDLE_ENTRIES
from review.forms import EntryFilterForm
from review.jobs.kind import Kind, Progress
from review.models import Entry, Job
from review.selectors.access import visible_entries, visible_sessions
from review.selectors.bundles.contents import BundleScope, entry_scope, filter_scope, session_scope
from review.selectors.entries.entry_list import first_entries
from review.services.bundles.large import BUNDLE, keep_file
from review.services.bundles.seal import MAX_READS, DrawnBundle, Unsealed, drawn_up, journal
from review.services.jobs.holding import effect

REASONS = {
    Unsealed.NOT_PERMITTED: JobReason.NOT_PERMITTED,
    Unsealed.EMPTY: JobReason.GONE,
    Unsealed.WRONG_MOMENT: JobReason.ERROR,
}


class _MovedError(Exception):
    """The records changed while they were read: they are read again."""


def _seal(job: Job, progress: Progress) -> None:
    progress.begin(0)
    for _attempt in range(MAX_READS):
        drawn = drawn_up(scope=_scope(job), withheld=job.given["withheld"], actor=job.owner)
        if isinstance(drawn, Unsealed):
            raise JobFailedError(REASONS[drawn])
        try:
            with effect(job) as result:
                result.update(_kept(job, drawn))
        except _MovedError:
            continue
        return
    raise JobFailedError(JobReason.CHANGED)


def _kept(job: Job, drawn: DrawnBundle) -> dict[str, object]:
    if not journal(drawn, actor=job.owner):
        raise _MovedError
    return keep_file(job, drawn)


def _scope(job: Job) -> BundleScope:
    """Return what the bundle is of, as its owner may see it now."""
    match job.given["kind"]:
        case "entry":
            entries = visible_entries(job.owner).select_related("session__project", "extraction")
            if (entry := entries.filter(pk=job.given["key"]).first()) is not None:
                return entry_scope(entry)
        case "session":
            sessions = visible_sessions(job.owner).select_related("project")
            if (session := sessions.filter(pk=job.given["key"]).first()) is not None:
                return session_scope(session)
        case _:
            filters = EntryFilterForm(QueryDict(job.given["query"]), user=job.owner).active_filters()
            keys = first_entries(job.owner, filters, at_most=MAX_BUNDLE_ENTRIES)
            return filter_scope(Entry.objects.filter(pk__in=keys), filters)
    raise JobFailedError(JobReason.GONE)


BUNDLE_KINDS = (
    Kind(
        name=BUNDLE,
        title=_("Audit bundle"),
        doing=_("Sealing"),
        run=_seal,
        place=lambda job: str(job.given["page"]),
    ),
)
