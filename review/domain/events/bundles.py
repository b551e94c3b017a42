"""Exports: events without a session, in the chain of the store, since they change no session."""

from typing import Any

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, ConfigDict

from review.domain.events._payload import Payload


class ProjectShare(BaseModel):
    """How many entries of a project are in a bundle; auditors find the event by the project's slug."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    project: str
    entries: int


class BundleSealed(Payload):
    """An audit bundle was sealed: its digest, its scope, the number of its records and the parts withheld."""

    event_type = "bundle_sealed"
    event_title = gettext_lazy("Audit bundle sealed")
    particulars = ("{digest}",)
    digest: str
    key_id: str
    moment: str
    scope: dict[str, Any]
    withheld: list[str]
    counts: dict[str, int]
    projects: list[ProjectShare]
