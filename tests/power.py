"""Cut the power after any statement of a service, and read the whole store before and after."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

if TYPE_CHECKING:
    from django.db.models import Model

Work = Callable[[], object]


class PowerCutError(Exception):
    """The power was cut; no code handles it."""


def store() -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table of the application, and of the accounts."""
    models: list[type[Model]] = [*apps.get_app_config("review").get_models(), User]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


def cut_after(count: int, work: Work, cut: Callable[[], None] | None = None) -> bool:
    """Run *work*, cut it after its statement number *count*, and return whether it got that far."""
    done = 0

    def stop(execute: Callable[..., object], sql: str, *rest: object) -> object:
        nonlocal done
        result = execute(sql, *rest)
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            done += 1
            if done == count:
                (cut or _raise)()
        return result

    with connection.execute_wrapper(stop):
        try:
            work()
        except PowerCutError:
            return True
    return False


def _raise() -> None:
    raise PowerCutError
