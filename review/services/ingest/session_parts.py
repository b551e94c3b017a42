"""A long session in parts, each stored in a transaction of its own: others write between them."""

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import SessionUpload
from review.domain.limits import MAX_MESSAGES_AT_ONCE
from review.models import UploadDraft
from review.services.ingest.preview import Preview
from review.services.ingest.receive import store_session

AS_SEEN = "/0"
"""What nobody has to confirm: no message changes, and no entry is demoted."""


def session_parts(preview: Preview) -> list[SessionUpload]:
    """Return the beginnings of a session, each longer than the one before, that store it one after another.

    The first one has all messages that change, with what they demote. There are none where it is stored at once.
    """
    upload, plan = preview.upload, preview.plan
    if not isinstance(upload, SessionUpload) or plan is None or plan.added <= MAX_MESSAGES_AT_ONCE:
        return []
    count, known = len(upload.messages), {"session_id": plan.session_id}
    ends = [*range(count - plan.added + MAX_MESSAGES_AT_ONCE, count, MAX_MESSAGES_AT_ONCE), count]
    return [upload.model_copy(update={**known, "messages": upload.messages[:end]}) for end in ends]


def store_part(draft: UploadDraft, part: SessionUpload, *, actor: AbstractBaseUser, seen: str) -> None:
    """Store the beginning of the session of a draft; in the caller's transaction.

    Raises:
        UploadRefusedError: the consequences are no longer those that the person has *seen*.

    """
    store_session(project=draft.project, upload=part, actor=actor, seen=seen)
