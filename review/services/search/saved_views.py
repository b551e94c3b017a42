"""Keep and delete views of lists. They are not records, so the journal has no events of them."""

from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction

from review.domain.limits import MAX_SAVED_VIEWS
from review.models import Project, SavedView


class Kept(StrEnum):
    """The result of keeping a view."""

    SAVED = "saved"
    REPLACED = "replaced"
    TOO_MANY = "too_many"


@transaction.atomic(durable=True)
def save_view(*, owner: User, page: str, name: str, query: str, project: Project | None) -> Kept:
    """Keep a view under its name, in place of an older one of that name; a project shares it with its members."""
    User.objects.select_for_update().get(pk=owner.pk)
    own = SavedView.objects.filter(owner=owner, page=page)
    if not own.filter(name=name).exists() and own.count() >= MAX_SAVED_VIEWS:
        return Kept.TOO_MANY
    given = {"query": query, "project": project}
    _, is_new = SavedView.objects.update_or_create(owner=owner, page=page, name=name, defaults=given)
    return Kept.SAVED if is_new else Kept.REPLACED


@transaction.atomic(durable=True)
def delete_view(*, view_id: int) -> None:
    """Delete a view, if it is still there."""
    SavedView.objects.filter(pk=view_id).delete()
