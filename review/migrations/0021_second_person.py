"""Invitations that a second person confirms, the switches an entry was verified under, and names of models for people.

Of entries that are verified already the switches are read from the journal, which tells of every turn.
"""

import json
from datetime import datetime

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils.translation import pgettext_lazy

SWITCHES = ("explain_sources", "two_reviewers", "separate_span_author", "claim_facts")
NAMES = {
    "acknowledgement": ("acknowledgement", "acknowledgements"),
    "alignment": ("attempt", "attempts"),
    "approval": ("approval", "approvals"),
    "auditrun": ("audit run", "audit runs"),
    "chain": ("chain", "chains"),
    "checkpoint": ("checkpoint", "checkpoints"),
    "chunk": ("chunk", "chunks"),
    "citedsource": ("cited source", "cited sources"),
    "claimconfirmation": ("confirmation of a claim", "confirmations of claims"),
    "claimversion": ("correction of a claim", "corrections of claims"),
    "entry": ("entry", "entries"),
    "event": ("event", "events"),
    "explanation": ("reason", "reasons"),
    "extraction": ("extraction", "extractions"),
    "invitation": ("invitation", "invitations"),
    "logintries": ("log-in tries", "log-in tries"),
    "membership": ("member", "members"),
    "message": ("message", "messages"),
    "override": ("override", "overrides"),
    "project": ("project", "projects"),
    "quote": ("quote", "quotes"),
    "retrieval": ("retrieval", "retrievals"),
    "reviewsession": ("session", "sessions"),
    "sourcecorrection": ("correction of a source", "corrections of sources"),
}
ORDERINGS = {
    "acknowledgement": ("alignment", "pk"),
    "alignment": ("quote", "attempt"),
    "approval": ("entry", "pk"),
    "auditrun": ("-pk",),
    "checkpoint": ("-pk",),
    "chunk": ("message",),
    "citedsource": ("entry", "position"),
    "claimconfirmation": ("entry", "pk"),
    "claimversion": ("entry", "number"),
    "entry": ("session", "extraction", "position"),
    "event": ("chain", "seq"),
    "explanation": ("entry", "pk"),
    "extraction": ("received_at", "pk"),
    "invitation": ("-made_at", "-pk"),
    "message": ("session", "index", "version"),
    "override": ("entry", "pk"),
    "project": ("name", "pk"),
    "quote": ("entry", "position"),
    "reviewsession": ("-created_at", "-pk"),
    "sourcecorrection": ("source", "number"),
}
Turns = dict[tuple[str, str], list[tuple[datetime, bool]]]


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write down under which switches every verified entry was verified."""
    turns = _turns(apps)
    entries = apps.get_model("review", "Entry").objects
    verified = entries.filter(stage__in=("verified", "certified"))
    projects = apps.get_model("review", "Project").objects.in_bulk()
    for pk, moment, project in list(verified.values_list("pk", "verified_at", "session__project")):
        if moment is not None:
            then = [name for name in SWITCHES if _was_on(projects[project], name, moment, turns)]
            entries.filter(pk=pk).update(verified_under=" ".join(then))


def _turns(apps: Apps) -> Turns:
    """Return when each switch of each project was turned, in order."""
    turns: Turns = {}
    events = apps.get_model("review", "Event").objects.filter(event_type="policy_changed")
    for payload, moment in events.order_by("chain", "seq").values_list("payload", "created_at"):
        body = json.loads(payload)
        turns.setdefault((body["project"], body["policy"]), []).append((moment, body["on"]))
    return turns


def _was_on(project: models.Model, name: str, moment: datetime, turns: Turns) -> bool:
    """Return the state of a switch at a moment: before its first turn it was the other way, without any as it is."""
    told = turns.get((project.slug, name), [])  # type: ignore[attr-defined]
    before = [on for when, on in told if when <= moment]
    if before:
        return before[-1]
    return not told[0][1] if told else bool(getattr(project, name))


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0020_drafts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(
            migrations.AlterModelOptions(
                name=name,
                options={
                    **({"ordering": ORDERINGS[name]} if name in ORDERINGS else {}),
                    "verbose_name": pgettext_lazy("model", one),
                    "verbose_name_plural": pgettext_lazy("models", many),
                },
            )
            for name, (one, many) in NAMES.items()
        ),
        migrations.AddField(model_name="entry", name="verified_under", field=models.TextField(blank=True, null=True)),
        migrations.AddField(
            model_name="invitation", name="confirmed_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="invitation",
            name="confirmed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("confirmed_at__isnull", True), ("confirmed_by__isnull", True)),
                    models.Q(
                        ("confirmed_at__isnull", False),
                        ("confirmed_by__isnull", False),
                        models.Q(("confirmed_by", models.F("made_by")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="invitation_is_confirmed_by_another",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
