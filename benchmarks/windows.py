"""Windows that lists fill in a store of any size, so that costs can be compared: what is not full grows."""

from collections.abc import Iterator
from contextlib import contextmanager

from review.admin import newest_rows
from review.selectors.runs import run_rows, what_if
from review.selectors.search import matching, plain_scan, search_page
from review.views import bundles, exports

NARROW = (
    (newest_rows, "MAX_ADMIN_ROWS", 30),
    (bundles, "MAX_BUNDLE_ENTRIES", 20),
    (exports, "MAX_BUNDLE_ENTRIES", 20),
    (matching, "NEAREST", 500),
    (plain_scan, "IN", 8),
    (run_rows, "MAX_COUNTED_ROWS", 99),
    (search_page, "MAX_WEIGHED_HITS", 100),
    (what_if, "MAX_TRIED_ENTRIES", 100),
)
"""Limits that lists reach in a store of 1,000 entries as well."""


@contextmanager
def narrowed() -> Iterator[None]:
    """Set the limits so low that every list of a small store is as long as that of a large one."""
    kept = [(module, limit, getattr(module, limit)) for module, limit, _ in NARROW]
    for module, limit, fewer in NARROW:
        setattr(module, limit, fewer)
    try:
        yield
    finally:
        for module, limit, before in kept:
            setattr(module, limit, before)
