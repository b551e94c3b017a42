"""Keep uploads that are not confirmed yet: a few drafts per person, for a few days."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from review.models import UploadDraft
from review.payloads import escaped


def keep_draft(draft: UploadDraft) -> int:
    """Store a draft, new or changed, and return how many older ones of the person were deleted for it.

    Drafts taken out of it are deleted with it, and do not count.
    """
    delete_expired_drafts()
    draft.save()
    own = UploadDraft.objects.filter(
        created_by=draft.created_by, received_at=None, taken_from=None, is_sent=False
    ).exclude(pk=draft.pk)
    newest_first = own.order_by("-created_at", "-pk").values_list("pk", flat=True)
    surplus = list(newest_first[settings.REVIEW_MAX_DRAFTS - 1 :])
    UploadDraft.objects.filter(pk__in=surplus).delete()
    return len(surplus)


@transaction.atomic(durable=True)
def change_draft(draft: UploadDraft, *, title: str, numbering: str) -> None:
    """Set the title of a draft's session, and how its messages were counted: another way needs another preview."""
    same = UploadDraft.objects.filter(pk=draft.pk, received_at=None)
    if numbering != draft.numbering:
        same.update(numbering=numbering, shown="")
    draft.title, draft.numbering = escaped(title.strip()), numbering
    same.update(title=draft.title)


def delete_expired_drafts() -> int:
    """Delete all drafts that are too old, and return how many there were."""
    begun = timezone.now() - timedelta(days=settings.REVIEW_DRAFT_DAYS)
    deleted, _ = UploadDraft.objects.filter(created_at__lt=begun).delete()
    return deleted
