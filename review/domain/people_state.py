"""The state of projects, their people and all accounts, as the events of the store add up to it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

InProject = tuple[str, str]
"""The slug of a project, and the name of a member, a role or a policy item in it."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of an account in the admin; `permissions` are its own and those of its groups."""

    staff: bool
    superuser: bool
    permissions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedInvitation:
    """An invitation as its event records it."""

    granted: InProject
    made_by: str
    made_at: datetime
    expires_at: datetime
    token_hash: str


@dataclass(frozen=True, slots=True)
class RecordedToken:
    """A token as its event records it."""

    project: str
    owner: str
    name: str
    scopes: str
    made_at: datetime
    expires_at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class RecordedWebhook:
    """A webhook as its events record it; digests are of its sealed secrets."""

    project: str
    url: str
    types: tuple[str, ...]
    made_by: str
    made_at: datetime
    secret_digest: str
    previous_digest: str = ""
    previous_until: datetime | None = None
    silence: str = ""


@dataclass(slots=True)
class AccountsState:
    """Whether accounts may log in, their rights and passwords; who invited each, and who last confirmed it when."""

    active: dict[str, bool] = field(default_factory=dict)
    rights: dict[str, Rights] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=dict)
    invited_by: dict[str, str | None] = field(default_factory=dict)
    confirmed: dict[str, tuple[str, datetime]] = field(default_factory=dict)


@dataclass(slots=True)
class PeopleState:
    """The state of the people and settings of projects; a role of None is a membership that ended."""

    roles: dict[InProject, str | None] = field(default_factory=dict)
    policies: dict[InProject, bool] = field(default_factory=dict)
    stale_limits: dict[str, int] = field(default_factory=dict)
    aligners: dict[str, tuple[float, int]] = field(default_factory=dict)
    queue_weights: dict[str, dict[str, int]] = field(default_factory=dict)
    extractors: dict[str, dict[str, Any]] = field(default_factory=dict)
    mappings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    accounts: AccountsState = field(default_factory=AccountsState)
    invitations: dict[int, RecordedInvitation] = field(default_factory=dict)
    accepted: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    granted: dict[int, InProject] = field(default_factory=dict)
    confirmed: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    revoked_at: dict[int, datetime] = field(default_factory=dict)
    tokens: dict[int, RecordedToken] = field(default_factory=dict)
    revoked_tokens: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    webhooks: dict[int, RecordedWebhook] = field(default_factory=dict)
    projects: set[str] = field(default_factory=set)
