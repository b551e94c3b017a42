"""Seal the records that a person may read into an audit bundle, and journal that it was issued."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import digest
from review.domain.events.bundles import BundleSealed, ProjectShare
from review.models.events import moment_text
from review.selectors.access import visible_projects
from review.selectors.bundles.contents import (
    BundleContents,
    BundleScope,
    chains_of,
    heads_of,
    projects_of,
    read_contents,
)
from review.services import _journal
from review.services._signing import signer
from review.services.bundles._files import Sealing, bundle_files, record_counts
from review.verifier.verify import pack

MAX_READS = 3
"""How often the contents are read at most, as they may change before they are sealed."""


class Unsealed(StrEnum):
    """Why nothing was sealed."""

    NOT_PERMITTED = "not_permitted"
    EMPTY = "empty"
    WRONG_MOMENT = "wrong_moment"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class SealedBundle:
    """The archive of a bundle; `digest` is the one that the journal records."""

    content: bytes
    digest: str
    key_id: str
    counts: dict[str, int]
    name: str


@dataclass(frozen=True, slots=True)
class DrawnBundle:
    """A bundle that is not journaled yet, with what it was made of."""

    scope: BundleScope
    contents: BundleContents
    sealing: Sealing
    bundle: SealedBundle


def seal_bundle(
    *, scope: BundleScope, withheld: Collection[str], actor: AbstractBaseUser | None, moment: datetime | None = None
) -> SealedBundle | Unsealed:
    """Seal the records in scope, or return why not.

    *withheld* names the parts of which only digests are included; only `messages` is allowed. The bundle states
    *moment*, or the current time, and nothing in it may be newer. The same content and moment give the same bytes: the
    event of the sealing goes to the chain of the store and leaves those of the sessions unchanged.
    """
    for _ in range(MAX_READS):
        drawn = drawn_up(scope=scope, withheld=withheld, actor=actor, moment=moment)
        if isinstance(drawn, Unsealed):
            return drawn
        with transaction.atomic(durable=True):
            if journal(drawn, actor=actor):
                return drawn.bundle
    return Unsealed.CONFLICT


def drawn_up(
    *, scope: BundleScope, withheld: Collection[str], actor: AbstractBaseUser | None, moment: datetime | None = None
) -> DrawnBundle | Unsealed:
    """Do what `seal_bundle` does, but for its event: nobody may get it before `journal` has recorded it."""
    if actor is not None and projects_of(scope).exclude(pk__in=visible_projects(actor).values("pk")).exists():
        return Unsealed.NOT_PERMITTED
    contents = read_contents(scope)
    sealing = Sealing(moment or timezone.now(), signer(), tuple(sorted(withheld)))
    refusal = _refusal(scope, contents, sealing.moment)
    return refusal or DrawnBundle(scope, contents, sealing, _pack_bundle(scope, contents, sealing))


def _refusal(scope: BundleScope, contents: BundleContents, moment: datetime) -> Unsealed | None:
    if not contents.entries and not scope.whole_sessions:
        return Unsealed.EMPTY
    youngest = max((event["created_at"] for event in contents.events), default="")
    if moment > timezone.now() or youngest[:19] > moment_text(moment)[:19]:
        return Unsealed.WRONG_MOMENT
    return None


def _pack_bundle(scope: BundleScope, contents: BundleContents, sealing: Sealing) -> SealedBundle:
    content = pack(bundle_files(scope, contents, sealing))
    content_digest = digest(content)
    return SealedBundle(
        content=content,
        digest=content_digest,
        key_id=sealing.signer.key_id,
        counts=record_counts(contents),
        name=f"audit-bundle-{content_digest[:12]}.zip",
    )


def _project_shares(contents: BundleContents) -> list[ProjectShare]:
    entries = Counter(entry["project"] for entry in contents.entries)
    return [ProjectShare(project=slug, entries=entries[slug]) for slug in contents.policies]


def journal(drawn: DrawnBundle, *, actor: AbstractBaseUser | None) -> bool:
    """Journal a bundle, unless a session changed while it was read; return whether it was journaled.

    In the caller's transaction. A bundle of a session that changed may mix two states of it.
    """
    scope, contents, sealing, bundle = drawn.scope, drawn.contents, drawn.sealing, drawn.bundle
    if heads_of(chains_of(scope).select_for_update()) != contents.heads:
        return False
    payload = BundleSealed(
        digest=bundle.digest,
        key_id=bundle.key_id,
        moment=moment_text(sealing.moment),
        scope=dict(scope.description),
        withheld=list(sealing.withheld),
        counts=bundle.counts,
        projects=_project_shares(contents),
    )
    _journal.append(payload, session=None, actor=actor)
    return True
