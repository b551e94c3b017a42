"""Times and sizes in words, as sentences and documents state them."""

from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import ngettext_lazy

MEGABYTE = 1_000_000
SECOND = timedelta(seconds=1)
UNITS = (
    (timedelta(days=1), ngettext_lazy("%(count)s day", "%(count)s days", "count")),
    (timedelta(hours=1), ngettext_lazy("%(count)s hour", "%(count)s hours", "count")),
    (timedelta(minutes=1), ngettext_lazy("%(count)s minute", "%(count)s minutes", "count")),
    (SECOND, ngettext_lazy("%(count)s second", "%(count)s seconds", "count")),
)


def duration(time: timedelta) -> str:
    """Return a time in the largest unit that gives a whole number above one: "7 days", "24 hours"."""
    unit, words = next(one for one in UNITS if one[0] == SECOND or (time > one[0] and not time % one[0]))
    return str(words % {"count": time // unit})


lazy_duration = lazy(duration, str)
"""The same, evaluated lazily in the language of the reader."""


def file_size(count: int) -> str:
    """Return a number of bytes in a readable unit: "20 MB"."""
    return f"{count / MEGABYTE:g} MB" if count >= MEGABYTE else f"{count / 1000:g} kB"
