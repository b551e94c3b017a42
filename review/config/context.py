"""The context of every template: the limits, under their names in `review/domain/limits.py`."""

from types import ModuleType

from django.http import HttpRequest

from review.domain import limits


def with_limits(request: HttpRequest) -> dict[str, ModuleType]:  # noqa: ARG001 - as Django calls it
    """Return the additions to the context of every page and fragment."""
    return {"limits": limits}
