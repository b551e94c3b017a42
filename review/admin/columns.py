"""Names for the columns of our tables, and words for codes and marks in them.

The models define no names, so that changing a word needs no migration.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin import AdminSite
from django.contrib.admin.utils import label_for_field
from django.db.models import BooleanField, Model
from django.utils.translation import gettext as _

from review.models import Membership
from review.presentation.hidden import spell_out
from review.wording import field_name

APP = "review"


def name_columns(site: AdminSite) -> None:
    """Set the name of every column that the site shows, in the language of the reader."""
    shown = [page.opts for page in site._registry.values() if page.opts.app_label == APP]  # noqa: SLF001 - Django's API
    for table in (*shown, Membership._meta):  # noqa: SLF001 - as above
        for field in (*table.fields, *table.many_to_many):
            if not field.primary_key:
                field.verbose_name = field_name(str(table.object_name), field.name)


def in_words(
    page: "admin.ModelAdmin[Any]", columns: Sequence[Any], words: Mapping[str, Callable[[Any], str]]
) -> list[Any]:
    """Return columns of a page, those in *words* with what the function returns for the value of a row."""
    return [_worded(page, column, words[column]) if column in words else column for column in columns]


def marks_of(model: type[Model]) -> dict[str, Callable[[object], str]]:
    """Return the words for the marks of a model: an icon looks as if it said whether a mark is good."""
    fields = model._meta.fields  # noqa: SLF001 - Django's public API
    return {field.name: marked for field in fields if isinstance(field, BooleanField)}


def marked(value: object) -> str:
    """Return a mark in words."""
    return _("yes") if value else "–"


def _worded(page: "admin.ModelAdmin[Any]", name: str, words: Callable[[Any], str]) -> Callable[[Model], str]:
    title = str(label_for_field(name, page.model, model_admin=page))

    @admin.display(description=title, ordering=name)
    def column(row: Model) -> str:
        code = getattr(row, name)
        return "" if code is None or code == "" else spell_out(words(code))

    column.__name__ = name
    return column
