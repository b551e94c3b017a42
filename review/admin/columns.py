"""Names for the columns of our tables; the models define none, so that changing a word needs no migration."""

from django.contrib.admin import AdminSite

from review.models import Membership
from review.wording import field_name

APP = "review"


def name_columns(site: AdminSite) -> None:
    """Set the name of every column that the site shows, in the language of the reader."""
    shown = [page.opts for page in site._registry.values() if page.opts.app_label == APP]  # noqa: SLF001 - Django's API
    for table in (*shown, Membership._meta):  # noqa: SLF001 - as above
        for field in (*table.fields, *table.many_to_many):
            if not field.primary_key:
                field.verbose_name = field_name(str(table.object_name), field.name)
