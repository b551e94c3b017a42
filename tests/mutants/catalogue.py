"""All mutations, in the order in which they are tried: the quick ones first."""

from tests.mutants import (
    desk_pages,
    desk_selectors,
    desk_views,
    domain,
    feed,
    jobs,
    pages,
    programs,
    proofs,
    scripts,
    services,
    views,
    wording,
)

MUTATIONS = (
    *domain.MUTATIONS,
    *wording.MUTATIONS,
    *services.MUTATIONS,
    *jobs.MUTATIONS,
    *feed.MUTATIONS,
    *programs.MUTATIONS,
    *proofs.MUTATIONS,
    *desk_selectors.MUTATIONS,
    *desk_views.MUTATIONS,
    *views.MUTATIONS,
    *desk_pages.MUTATIONS,
    *pages.MUTATIONS,
    *scripts.MUTATIONS,
)
