"""Let something happen between the alignment of a quote and the lock."""

import pytest

from aligner_core import text_hash
from review.models import Entry, Message, Quote, ReviewSession
from review.services import _attempts
from review.services.repair import quotes, splitting


def revise_before_lock(
    session: ReviewSession, index: int, monkeypatch: pytest.MonkeyPatch, *, version: int = 2
) -> None:
    """Store a newer version of a message just before the next change of a quote takes its lock."""
    lock = _attempts.lock_quote

    def lock_late(quote_id: int) -> tuple[Entry, Quote]:
        row = {"content": "Other words.", "content_hash": text_hash("Other words."), "length": 12}
        Message.objects.create(session=session, index=index, version=version, **row)
        return lock(quote_id)

    for module in (_attempts, quotes, splitting):
        monkeypatch.setattr(module, "lock_quote", lock_late)
