"""Correct an invented source of an answer: name the intended chunk, or strike it. The answer never changes."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events
from review.domain.policy import Reason
from review.models import CitedSource, Entry, SourceCorrection
from review.selectors.access import may_review
from review.selectors.retrievals.retrieval import labels_in_order
from review.services import _journal
from review.services._attempts import Declined
from review.services._stages import save_changes
from review.services.derived.refresh import refresh


@transaction.atomic(durable=True)
def correct_source(
    *, source_id: int, replacement: str, reason: str, seen_version: int, actor: AbstractBaseUser
) -> SourceCorrection | Declined:
    """Replace an invented label by that of a chunk, for a reason; an empty *replacement* strikes it.

    It is a `conflict` when no chunk has the label, or the source is real. The newest correction applies.
    """
    source = CitedSource.objects.select_related("entry").get(pk=source_id)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("session").get(pk=source.entry_id)
    refusal = _refusal(entry, source, replacement=replacement, seen_version=seen_version, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    number = source.corrections.count() + 1
    correction = source.corrections.create(number=number, replacement=replacement, reason=reason, actor_id=actor.pk)
    save_changes(entry)
    payload = events.SourceCorrected(
        source=source.position, number=number, label=source.label, replacement=replacement, reason=reason
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    refresh([entry])
    return correction


def _refusal(
    entry: Entry, source: CitedSource, *, replacement: str, seen_version: int, actor: AbstractBaseUser
) -> Reason | None:
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.is_settled:
        return Reason.WRONG_STAGE
    is_known = not replacement or replacement in labels_in_order(entry.session)
    if entry.version != seen_version or source.is_real or not is_known:
        return Reason.CONFLICT
    return None
