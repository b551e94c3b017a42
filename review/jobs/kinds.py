"""The table of the kinds of jobs, by their names."""

from collections.abc import Mapping

from review.jobs.kind import Kind
from review.jobs.uploads import UPLOAD_KINDS

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in UPLOAD_KINDS}
