"""Change a store by SQL, and see whether the database refuses it, the audit finds it, or nobody notices."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from review.services.audit._chains import broken_chains
from review.services.audit._people_vs_journal import people_differences
from review.services.audit.audit_store import UNREADABLE, Finding, audit_store

Model: TypeAlias = type[models.Model]
Column: TypeAlias = "models.Field[Any, Any]"
OUTSIDE = {
    "django_admin_log": "Django's own log of the admin; the journal has the changes",
    "django_content_type": "made anew by every migration",
    "django_session": "a log-in, signed by nobody: who writes one acts in that person's name, as who has a password",
    "review_auditrun": "what audits found; the next one finds it again",
    "review_checkpoint": "signed copies; the file outside the database is compared too",
    "review_delivery": "what was sent of an event, and what came of it; the event is in the journal",
    "review_entryread": "what a person had before them; it lets nothing pass that the gate does not",
    "review_extractorrun": "what a model was asked and what that took; what came of it is in the journal as anybody's",
    "review_feedhead": "the last number that was given in the feed; the next is above it or refused",
    "review_job": "what a worker does for a person; what it stores is in the journal as anybody's",
    "review_jobfile": "a copy of what was sealed or exported; the journal has its digest",
    "review_lease": "who looks at an entry for some minutes; nothing is decided by it",
    "review_logintries": "counts of one minute",
    "review_notice": "whom the pages notified of an event, and who has seen it; the events are in the journal",
    "review_rememberedanswer": "answers to calls, given again for a day; what they state is in the journal",
    "review_savedview": "names for addresses, which show a reader what that reader may see",
    "review_signingkey": "sealed with a secret that is not in the database; without a key, checkpoints are findings",
    "review_uploaddraft": "what a person has not confirmed yet",
    "review_uploadfile": "what a person has not confirmed yet",
    "review_uploadpart": "what a person has not confirmed yet",
}
"""Tables of which no column and no row is compared, and why; docs/operation.md says the same."""


def all_tables() -> Iterator[Model]:
    """Yield the model of every table."""
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.proxy:
            yield model


def compared_tables() -> Iterator[Model]:
    """Yield the models of the tables that an audit answers for."""
    yield from (model for model in all_tables() if model._meta.db_table not in OUTSIDE)


def changed(field: Column, value: Any) -> object:  # noqa: ANN401 - of any column
    """Return another value for a column, of its type and allowed by its choices."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value).order_by("-pk")
        return others.values_list("pk", flat=True).first()
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        moment = value or datetime.fromisoformat("2026-10-02T00:00:00+00:00")
        return connection.ops.adapt_datetimefield_value(moment + timedelta(days=1))
    if field.choices:
        return next(code for code, _ in field.flatchoices if code != value)
    if isinstance(field, models.JSONField):
        return json.dumps([1])
    if isinstance(field, (models.IntegerField, models.FloatField)):
        return (value or 0) + 1
    return f"{value or ''}x"[-(field.max_length or 10**6) :]


def outcome(change: Callable[[], None]) -> str:
    """Make a change and return what became of it: "refused", "found" or "unnoticed"; everything is as before then."""
    try:
        with transaction.atomic():
            change()
            try:
                first = next((one for one in _in_the_quickest_order() if not one.is_note), None)
            except UNREADABLE:
                first = Finding("store_unreadable", "store", 0)
            transaction.set_rollback(True)
    except DatabaseError:
        return "refused"
    return "found" if first else "unnoticed"


def _in_the_quickest_order() -> Iterator[Finding]:
    """Yield what the audit finds, from the parts of it that read least on."""
    yield from people_differences()
    yield from broken_chains()
    yield from audit_store()
