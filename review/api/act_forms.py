"""What the acts of the tables take, as JSON: the fields of their forms, without what `If-Match` says."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse, QueryDict
from pydantic import Field, create_model

from review.api.calls import Call
from review.api.problems import ProblemError
from review.api.wire import Body, Key, Whole

Do = Callable[[Call, int, dict[str, object]], HttpResponse]


def operation_of(form: Callable[..., Any], names: Mapping[str, str], do: Do) -> Callable[..., HttpResponse]:
    """Return the operation that calls *do* with the key of its address and the values of the body that a form takes.

    *names* are the fields of the form by the keys of the body.
    """
    body_type = _body_of(form, names)  # type: ignore[arg-type]

    def without_body(request: Call, pk: Key) -> HttpResponse:
        return do(request, pk, {})

    def with_body(request: Call, pk: Key, body: Body) -> HttpResponse:
        return do(request, pk, body.model_dump(by_alias=True))

    if body_type is None:
        return without_body
    with_body.__annotations__["body"] = body_type
    return with_body


def form_data(given: Mapping[str, object], names: Mapping[str, str], **seen: int) -> QueryDict:
    """Return what a form reads, of the values of a body and what the caller has seen."""
    data = QueryDict(mutable=True)
    for name, field in names.items():
        value = given.get(name)
        if value is not None:
            data[field] = str(value)
    data.update({name: str(number) for name, number in seen.items()})
    return data


def invalid(form: forms.BaseForm, names: Mapping[str, str]) -> ProblemError:
    """Return the problem for a body that a form refuses."""
    keys = {field: name for name, field in names.items()}
    problems = [
        {
            "code": error["code"] or "invalid",
            "where": keys.get(field, "" if field == NON_FIELD_ERRORS else field),
            "detail": error["message"],
        }
        for field, errors in form.errors.get_json_data().items()
        for error in errors
    ]
    detail = " ".join(str(one["detail"]) for one in problems)
    return ProblemError(422, "invalid_request", detail, problems=problems)


def _body_of(form: type[forms.BaseForm], names: Mapping[str, str]) -> type[Body] | None:
    """Return the model of the body that a form takes; None where it takes nothing."""
    fields = {
        name: _field(form.base_fields[field])  # type: ignore[attr-defined]
        for name, field in names.items()
    }
    if not fields:
        return None
    model: type[Body] = create_model(f"{form.__name__.removesuffix('Form')}Body", __base__=Body, **fields)
    model.__doc__ = (form.__doc__ or "").split("\n")[0]
    return model


def _field(field: forms.Field) -> Any:  # noqa: ANN401 - a type and its default, as pydantic takes them
    kind: Any = Annotated[str, Field(max_length=getattr(field, "max_length", None))]
    if isinstance(field, forms.IntegerField):
        kind = Whole
    elif isinstance(field, forms.ChoiceField):
        kind = Literal[tuple(str(value) for value, _ in field.choices)]  # type: ignore[misc, union-attr]
    return (kind, ...) if field.required else (kind | None, None)
