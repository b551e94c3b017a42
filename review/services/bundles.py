"""Seal what somebody may read into an audit bundle, and journal that it was handed out."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import digest
from review.events.bundles import BundleSealed, ProjectShare
from review.keys import signing_keyring
from review.selectors.access import visible_projects
from review.selectors.bundles import Contents, Wanted, chains_of, heads_of, projects_of, read_contents
from review.selectors.journal import moment_text
from review.services import _journal
from review.services._bundle_files import Sealing, bundle_files, counts_of
from review.verifier.verify import pack

TRIES = 3
"""How often what is to be sealed is read again when it changed meanwhile."""


class Unsealed(StrEnum):
    """Why nothing was sealed."""

    NOT_PERMITTED = "not_permitted"
    EMPTY = "empty"
    WRONG_MOMENT = "wrong_moment"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class SealedBundle:
    """The archive of a bundle; `digest` is the one the journal names."""

    content: bytes
    digest: str
    key_id: str
    counts: dict[str, int]
    name: str


def seal_bundle(
    *, wanted: Wanted, withheld: Collection[str], actor: AbstractBaseUser | None, moment: datetime | None = None
) -> SealedBundle | Unsealed:
    """Seal what is wanted, or say why not; *withheld* names what is left out but for its digests: `messages`.

    The bundle names *moment*, or now; nothing in it may be younger. The same content and moment give the same bytes:
    the event goes to the chain of the store and leaves those of the sessions as they are.
    """
    if actor is not None and projects_of(wanted).exclude(pk__in=visible_projects(actor).values("pk")).exists():
        return Unsealed.NOT_PERMITTED
    signer = signing_keyring().newest
    for _ in range(TRIES):
        contents = read_contents(wanted)
        sealing = Sealing(moment or timezone.now(), signer, tuple(sorted(withheld)))
        refusal = _refusal(wanted, contents, sealing.moment)
        if refusal is not None:
            return refusal
        bundle = _packed(wanted, contents, sealing)
        if _is_told(wanted, contents, sealing, bundle=bundle, actor=actor):
            return bundle
    return Unsealed.CONFLICT


def _refusal(wanted: Wanted, contents: Contents, moment: datetime) -> Unsealed | None:
    if not contents.entries and not wanted.whole_sessions:
        return Unsealed.EMPTY
    youngest = max((event["created_at"] for event in contents.events), default="")
    if moment > timezone.now() or youngest[:19] > moment_text(moment)[:19]:
        return Unsealed.WRONG_MOMENT
    return None


def _packed(wanted: Wanted, contents: Contents, sealing: Sealing) -> SealedBundle:
    content = pack(bundle_files(wanted, contents, sealing))
    named = digest(content)
    return SealedBundle(
        content=content,
        digest=named,
        key_id=sealing.signer.key_id,
        counts=counts_of(contents),
        name=f"audit-bundle-{named[:12]}.zip",
    )


def _shares(contents: Contents) -> list[ProjectShare]:
    entries = Counter(entry["project"] for entry in contents.entries)
    return [ProjectShare(project=slug, entries=entries[slug]) for slug in contents.policies]


@transaction.atomic(durable=True)
def _is_told(
    wanted: Wanted, contents: Contents, sealing: Sealing, *, bundle: SealedBundle, actor: AbstractBaseUser | None
) -> bool:
    """Journal the bundle, unless a session changed while it was read: then it may hold two states of it."""
    if heads_of(chains_of(wanted).select_for_update()) != contents.heads:
        return False
    payload = BundleSealed(
        digest=bundle.digest,
        key_id=bundle.key_id,
        moment=moment_text(sealing.moment),
        scope=dict(wanted.scope),
        withheld=list(sealing.withheld),
        counts=bundle.counts,
        projects=_shares(contents),
    )
    _journal.append(payload, session=None, actor=actor)
    return True
