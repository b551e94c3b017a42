"""Look for rows that refer to a row that is gone, with foreign keys switched off. Private to the services."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef

from review.services.audit._finding import Finding


def reference_differences() -> Iterator[Finding]:
    """Yield every row of any table, Django's own included, that refers to a row that the database does not hold."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:  # noqa: SLF001
            if isinstance(field, models.ForeignKey):
                yield from _dangling(model, field)


def _dangling(model: type[models.Model], field: "models.ForeignKey[models.Model]") -> Iterator[Finding]:
    referred: type[models.Model] = field.related_model
    there = Exists(referred._base_manager.filter(**{field.target_field.attname: OuterRef(field.attname)}))  # noqa: SLF001
    rows = model._base_manager.filter(**{f"{field.attname}__isnull": False}).exclude(there)  # noqa: SLF001
    for key in rows.order_by("pk").values_list("pk", flat=True):
        yield Finding("reference_broken", model._meta.model_name or "", key, field.name)  # noqa: SLF001
