"""The cost of what programs read, in the store at hand: every operation of the API that answers GET."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib.auth.models import User
from django.test import Client

from benchmarks.acts import taken_back
from benchmarks.addresses import Sample, sampled
from benchmarks.pages import Cost, cost_of
from review.domain.tokens import Scope
from review.models import Project
from review.services.people.tokens import Issued, issue_token

PREFIX = "/api/v1/"
NAME = "api "
"""How the names of calls begin, beside those of pages."""
UNASKED = {
    "job": "a row by its key; no filled store has a job",
    **dict.fromkeys(("bundles", "bundle", "bundle_statement"), "files of jobs, of which a filled store has none"),
    "export": "every row, and sends them one after the other",
    **dict.fromkeys(
        ("retrieval_context", "retrieval_trace", "retrieval_citations"),
        "one retrieval, of which a filled store has none",
    ),
    "retrieval_evaluation": "the answers of all weeks that are asked for, as the page of answers adds them up",
}
"""The operations that are not measured, and why."""


CALLS: Mapping[str, Callable[[Sample], str]] = {
    "sessions": lambda _: "sessions",
    "session": lambda one: f"sessions/{one.session.pk}",
    "messages": lambda one: f"sessions/{one.session.pk}/messages?from=3&to=7",
    "proposals": lambda one: f"sessions/{one.session.pk}/proposals?claim={one.rare}",
    "extraction": lambda one: f"extractions/{one.run}",
    "runs": lambda _: "runs",
    "runs_compare": lambda one: f"runs/compare?a={one.run}&b={one.run}",
    "entries": lambda _: "entries",
    "entries, verified": lambda _: "entries?stage=verified",
    "entries, blocked": lambda _: "entries?blocked=true",
    "entry": lambda one: f"entries/{one.entry.pk}",
    "failed": lambda _: "failed",
    "quote": lambda one: f"quotes/{one.failed.pk}",
    "events": lambda _: "events?limit=20",
    "memories": lambda _: "memories?limit=20",
}
"""The addresses by the names of operations, and of their filters."""


def api_costs(*, username: str = "dana") -> dict[str, Cost]:
    """Return what each call costs a person's program; nothing that it needs for that stays in the store."""
    measured = {}
    with taken_back():
        found = sampled()
        project = Project.objects.get(pk=found.session.project_id)
        owner = User.objects.get(username=username)
        issued = issue_token(project_id=project.pk, name="benchmark", scopes=tuple(Scope), days=1, actor=owner)
        if not isinstance(issued, Issued):
            message = f"{username} may not issue tokens of {project}"
            raise TypeError(message)
        client = Client(headers={"Authorization": f"Bearer {issued.secret}"})
        for name, path_of in CALLS.items():
            address = f"{PREFIX}{path_of(found)}"
            client.get(address)
            measured[f"{NAME}{name}"] = cost_of(partial(client.get, address))
    return measured
