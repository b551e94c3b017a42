"""What a person says of the keys or columns of a file: what each is for, or how a text is read."""

from typing import Any

from django import forms

from aligner_core import InvalidValueError
from aligner_core.formats import PURPOSES, FieldMapping, FoundFields
from review.domain.limits import MAX_MAPPING_NAME_CHARS
from review.payloads import escaped

LAYOUTS = ("rows", "text", "lines")
MAX_PATH_CHARS = 200


class MappingForm(forms.Form):
    """A choice for each key, in their order, or for the whole text; and a name where the mapping is to be kept."""

    layout = forms.ChoiceField(choices=[(one, one) for one in LAYOUTS], required=False)
    rows = forms.CharField(max_length=MAX_PATH_CHARS, required=False)
    keep = forms.BooleanField(required=False)
    name = forms.CharField(max_length=MAX_MAPPING_NAME_CHARS, required=False)

    def __init__(self, *args: Any, found: FoundFields, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.found = found
        choices = [("", ""), *((one, one) for one in PURPOSES)]
        for place in range(len(found.fields)):
            self.fields[f"use-{place}"] = forms.ChoiceField(choices=choices, required=False)

    def mapping(self) -> FieldMapping | None:
        """Return the mapping that is chosen; None where it is of no use, or a choice is unknown."""
        if not self.is_bound:
            return self.found.proposal
        if not self.is_valid():
            return None
        layout = self.cleaned_data["layout"] or "rows"
        uses = [(self.cleaned_data[f"use-{place}"], one.name) for place, one in enumerate(self.found.fields)]
        chosen = {purpose: name for purpose, name in uses if purpose}
        is_once = len(chosen) == sum(bool(purpose) for purpose, _ in uses)
        try:
            return FieldMapping(layout=layout, rows=self.found.rows, **chosen) if is_once else None
        except InvalidValueError:
            return None

    def kept_name(self, otherwise: str) -> str:
        """Return under which name the mapping is kept; empty where it is not."""
        if self.found.kind == "prose" or not self.cleaned_data["keep"]:
            return ""
        return escaped(self.cleaned_data["name"].strip() or otherwise[:MAX_MAPPING_NAME_CHARS])

    def choices(self) -> list[tuple[str, object, str]]:
        """Return each key with the name of its control and what it is chosen to be for."""
        mapping = self.mapping()
        if self.is_bound and self.is_valid():
            uses = [self.cleaned_data[f"use-{place}"] for place in range(len(self.found.fields))]
        else:
            by_key = {} if mapping is None else {key: purpose for purpose, key in mapping.keys.items()}
            uses = [by_key.get(one.name, "") for one in self.found.fields]
        return [
            (f"use-{place}", one, use) for place, (one, use) in enumerate(zip(self.found.fields, uses, strict=True))
        ]
