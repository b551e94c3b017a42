"""Let something happen between looking for words and taking the lock."""

import pytest

from aligner_core import text_hash
from review.models import Entry, Message, Quote, ReviewSession
from review.services import _changes, quotes, splitting


def revise_before_lock(
    session: ReviewSession, index: int, monkeypatch: pytest.MonkeyPatch, *, version: int = 2
) -> None:
    """Give a message a newer version just before the next change of a quote takes its lock."""
    lock = _changes.lock_quote

    def lock_late(quote_id: int) -> tuple[Entry, Quote]:
        row = {"content": "Other words.", "content_hash": text_hash("Other words."), "length": 12}
        Message.objects.create(session=session, index=index, version=version, **row)
        return lock(quote_id)

    for module in (_changes, quotes, splitting):
        monkeypatch.setattr(module, "lock_quote", lock_late)
