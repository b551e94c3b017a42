"""The job of a large export: it is made, and kept for its owner as a file."""

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.jobs import JobFailedError, JobReason
from review.domain.limits import MAX_BUNDLE_ENTRIES
from review.forms import EntryFilterForm
from review.jobs.kind import Kind, Progress
from review.models import Entry, Job
from review.selectors.access import visible_sessions
from review.selectors.bundles.contents import BundleScope, filter_scope, session_scope
from review.selectors.entries.entry_list import first_entries
from review.services.exports.export import NotExported, journal_export
from review.services.exports.formats import FORMATS
from review.services.exports.large import EXPORT, gathered, keep_export
from review.services.jobs.holding import effect

REASONS = {NotExported.NOT_PERMITTED: JobReason.NOT_PERMITTED, NotExported.EMPTY: JobReason.GONE}


def _export(job: Job, progress: Progress) -> None:
    progress.begin(0)
    scope, made = _scope(job), FORMATS[job.given["format"]]
    data = gathered(made.make(scope))
    with effect(job) as result:
        refusal = journal_export(scope=scope, name=made.name, actor=job.owner)
        if refusal is None:
            result.update(keep_export(job, made, data))
    if refusal is not None:
        raise JobFailedError(REASONS[refusal])


def _scope(job: Job) -> BundleScope:
    """Return what the export is of, as its owner may see it now."""
    if job.given["kind"] == "session":
        session = visible_sessions(job.owner).select_related("project").filter(pk=job.given["key"]).first()
        if session is None:
            raise JobFailedError(JobReason.GONE)
        return session_scope(session)
    filters = EntryFilterForm(QueryDict(job.given["query"]), user=job.owner).active_filters()
    keys = first_entries(job.owner, filters, at_most=MAX_BUNDLE_ENTRIES)
    return filter_scope(Entry.objects.filter(pk__in=keys), filters)


EXPORT_KINDS = (
    Kind(
        name=EXPORT,
        title=_("Export"),
        doing=_("Exporting"),
        run=_export,
        place=lambda job: str(job.given["page"]),
    ),
)
