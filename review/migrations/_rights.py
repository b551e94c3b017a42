"""Record in the journal who had which rights when it began to record all of them (migration 0019)."""

import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.apps.registry import Apps

from aligner_core import canonical_json, digest
from aligner_core.ledger import Link, event_hash

POLICIES = ("explain_sources", "two_reviewers", "separate_span_author", "claim_facts")


def record_rights(apps: Apps, schema_editor: object = None) -> None:
    """Append one event to the chain of the store; a store without people says that nobody had any right."""
    chain, _ = apps.get_model("review", "Chain").objects.get_or_create(name="store")
    now = datetime.now(UTC)
    payload = {
        "accounts": list(_accounts(apps)),
        "members": _rows(apps, "Membership", ("project__slug", "user__username", "role")),
        "projects": list(_projects(apps)),
        "sessions": _sessions(apps),
    }
    link = Link(
        event_id=uuid.uuid4().hex,
        seq=chain.head_seq + 1,
        event_type="rights_recorded",
        session_id=None,
        entry_id=None,
        actor="machine",
        created_at=now.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z",
        payload=canonical_json(payload).decode(),
        prev_hash=chain.head_hash,
        hash="",
    )
    sealed = link._replace(hash=event_hash(link))
    own = {name: value for name, value in sealed._asdict().items() if not name.endswith("_id")}
    event = own | {"event_id": sealed.event_id, "created_at": now}
    apps.get_model("review", "Event").objects.create(chain=chain, **event)
    chain.head_seq, chain.head_hash = sealed.seq, sealed.hash
    chain.save(update_fields=["head_seq", "head_hash"])


def _accounts(apps: Apps) -> Iterator[dict[str, Any]]:
    permissions = _permissions(apps)
    for user in apps.get_model("auth", "User").objects.order_by("pk"):
        yield {
            "account": user.username,
            "active": user.is_active,
            "staff": user.is_staff,
            "superuser": user.is_superuser,
            "permissions": sorted(permissions[user.pk]),
            "password": digest(canonical_json(["password", user.username, user.password])),
        }


def _permissions(apps: Apps) -> dict[int, set[str]]:
    held: dict[int, set[str]] = defaultdict(set)
    users, fields = apps.get_model("auth", "User").objects, ("content_type__app_label", "codename")
    for through in ("user_permissions", "groups__permissions"):
        rows = users.filter(**{f"{through}__isnull": False})
        for pk, app, name in rows.values_list("pk", *(f"{through}__{field}" for field in fields)):
            held[pk].add(f"{app}.{name}")
    return held


def _projects(apps: Apps) -> Iterator[dict[str, Any]]:
    names = (*POLICIES, "stale_after_days", "fuzzy_threshold", "max_quote_length")
    for project in apps.get_model("review", "Project").objects.order_by("pk"):
        yield {"project": project.slug, **{name: getattr(project, name) for name in names}}


def _sessions(apps: Apps) -> dict[str, list[int]]:
    sessions: dict[str, list[int]] = defaultdict(list)
    for slug, pk in _rows(apps, "ReviewSession", ("project__slug", "pk")):
        sessions[slug].append(pk)
    return sessions


def _rows(apps: Apps, model: str, fields: tuple[str, ...]) -> list[list[Any]]:
    rows = apps.get_model("review", model).objects.order_by("pk").values_list(*fields)
    return [list(row) for row in rows]
