"""What may still change of a quote when its entry is verified: what follows from the rules alone."""

import pytest
from django.db import IntegrityError, transaction

from review.domain.policy import Stage
from review.models import Quote
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


def test_only_whether_a_quote_of_a_verified_entry_differs_follows_newer_rules() -> None:
    mina = make_user(project=make_project())
    entry = make_entry(make_session(["We keep the raw text of every event."]), [(0, "raw text of every event")])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    quotes = Quote.objects.filter(entry=entry)
    kept = [field.attname for field in Quote._meta.concrete_fields if field.name not in {"id", "differs"}]

    assert quotes.update(differs=True) == 1
    for column in kept:
        with pytest.raises(IntegrityError), transaction.atomic():
            quotes.update(**{column: quotes.values_list(column, flat=True).get()})
