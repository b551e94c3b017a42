"""Mappings of files that a project keeps and no longer keeps: events in the chain of the store."""

from typing import Any

from django.utils.translation import gettext_lazy

from review.domain.events._payload import PersonText, Recorded, StoreEvent, UploadText
from review.domain.events.people import ProjectEvent
from review.domain.people_state import PeopleState


class MappingSaved(ProjectEvent):
    """A project keeps how files with these `keys` are read, instead of what it kept under the name or for them."""

    event_type = "mapping_saved"
    event_title = gettext_lazy("Mapping of files saved")
    particulars = ("{name}",)
    name: PersonText
    keys: list[UploadText]
    mapping: dict[str, Any]

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        new = {name: event[name] for name in ("name", "keys", "mapping")}
        kept = people.mappings.get(event["project"], [])
        others = [one for one in kept if one["name"] != new["name"] and set(one["keys"]) != set(new["keys"])]
        people.mappings[event["project"]] = [*others, new]


class MappingDeleted(ProjectEvent):
    """A project no longer keeps a mapping; what was read by it stays."""

    event_type = "mapping_deleted"
    event_title = gettext_lazy("Mapping of files deleted")
    particulars = ("{name}",)
    name: PersonText

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        kept = people.mappings.get(event["project"], [])
        people.mappings[event["project"]] = [one for one in kept if one["name"] != event["name"]]


MAPPING_PAYLOADS: tuple[type[StoreEvent], ...] = (MappingSaved, MappingDeleted)
