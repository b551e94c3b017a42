"""The table of the kinds of jobs, by their names."""

from collections.abc import Mapping

from review.jobs.audits import AUDIT_KINDS
from review.jobs.batches import BATCH_KINDS
from review.jobs.bundles import BUNDLE_KINDS
from review.jobs.exports import EXPORT_KINDS
from review.jobs.extracting import EXTRACT_KINDS
from review.jobs.imports import IMPORT_KINDS
from review.jobs.kind import Kind
from review.jobs.realigning import REALIGN_KINDS
from review.jobs.uploads import UPLOAD_KINDS

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        *UPLOAD_KINDS,
        *AUDIT_KINDS,
        *BUNDLE_KINDS,
        *BATCH_KINDS,
        *REALIGN_KINDS,
        *EXPORT_KINDS,
        *EXTRACT_KINDS,
        *IMPORT_KINDS,
    )
}
