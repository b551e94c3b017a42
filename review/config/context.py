"""What every template can name: the limits, by the names that `review/domain/limits.py` gives them."""

from types import ModuleType

from django.http import HttpRequest

from review.domain import limits


def with_limits(request: HttpRequest) -> dict[str, ModuleType]:  # noqa: ARG001 - as Django calls it
    """Return what is added to the context of every page and fragment."""
    return {"limits": limits}
