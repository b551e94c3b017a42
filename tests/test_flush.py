"""The flush between tests gets past the triggers, and leaves them as they were."""

import pytest
from django.db import IntegrityError

from review.models import Event, Message
from tests.factories import make_session


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_flush_empties_append_only_tables_and_keeps_their_triggers(time: str) -> None:
    found = Message.objects.count(), Event.objects.count()

    make_session(["Nothing here is ever changed."])

    assert found == (0, 0)
    with pytest.raises(IntegrityError):
        Message.objects.update(role="system")
    with pytest.raises(IntegrityError):
        Event.objects.all().delete()
