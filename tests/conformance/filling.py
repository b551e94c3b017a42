"""Fill a migrated store for the calls that schemathesis makes, and print what they need of it, as JSON.

``python -m tests.conformance.filling ENTRIES``, with the store in `REVIEW_DATABASE_URL`.
"""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
django.setup()

from django.contrib.auth.models import User

from benchmarks.fill.stores import fill
from review.domain.tokens import Scope
from review.models import Entry, Extraction, FailedQuote, Job, Message, Project, Quote, ReviewSession, UploadDraft
from review.selectors.bundles.contents import session_scope
from review.selectors.entries.stated import stated_quote
from review.selectors.repair.diagnoses import with_diagnoses
from review.services.bundles.large import BUNDLE, seal_and_keep
from review.services.ingest.sent import receive_later
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_retrieval, switch

TOKENS = 8
"""A token makes so many calls a minute and no more: the calls go round among several."""
RETRIEVALS, JOBS, DIAGNOSED, WORDS = 5, 3, 40, 60
CHUNKS = [{"content": "The cache lives for 300 seconds."}, {"content": "Staging keeps it for a minute."}]


def main() -> None:
    """Fill the store and print its keys."""
    fill(int(sys.argv[1]))
    project, dana = Project.objects.get(slug="atlas"), User.objects.get(username="dana")
    switch(project, tokens_verify=True)
    print(json.dumps({"tokens": list(_tokens(project, dana)), "keys": _keys(project, dana), **_words(project)}))


def _tokens(project: Project, owner: User) -> Iterator[str]:
    for number in range(TOKENS):
        issued = issue_token(project_id=project.pk, name=f"program {number}", scopes=tuple(Scope), days=90, actor=owner)
        assert isinstance(issued, Issued)
        yield issued.secret


def _keys(project: Project, owner: User) -> dict[str, list[int]]:
    """Return the keys that there are, by the first word of the addresses that take them."""
    for number in range(RETRIEVALS):
        make_retrieval([*CHUNKS, {"content": f"Number {number}."}], project=project, answer="It lives for 300 seconds.")
    for number in range(JOBS):
        sent = {"sessionId": f"sent-{number}", "messages": ["Hello."]}
        draft = UploadDraft(project=project, created_by=owner, session_json=json.dumps(sent))
        receive_later(draft, title=f"sent-{number}")
    session = ReviewSession.objects.filter(project=project).select_related("project").earliest("pk")
    given: dict[str, object] = {"kind": "session", "key": session.pk, "project": project.pk, "page": "conformance"}
    seal_and_keep(scope=session_scope(session), withheld=(), actor=owner, title="A session", given=given)
    retrievals = ReviewSession.objects.filter(project=project, retrieval__isnull=False)
    found = {
        "sessions": ReviewSession.objects.filter(project=project),
        "entries": Entry.objects.filter(session__project=project),
        "quotes": Quote.objects.filter(entry__session__project=project),
        "extractions": Extraction.objects.filter(session__project=project),
        "retrievals": retrievals,
        "jobs": Job.objects.filter(project=project),
        "bundles": Job.objects.filter(kind=BUNDLE),
    }
    return {name: list(rows.order_by("pk").values_list("pk", flat=True)) for name, rows in found.items()}


def _words(project: Project) -> dict[str, Any]:
    """Return the session of each entry and quote, words that its messages have, and the fixes that quotes have."""
    entries = Entry.objects.filter(session__project=project).values_list("pk", "session")
    quotes = Quote.objects.filter(entry__session__project=project).values_list("pk", "entry__session")
    words: dict[int, list[tuple[int, str]]] = {}
    for row in Message.objects.filter(session__project=project, version=1).order_by("session", "index"):
        words.setdefault(row.session_id, []).append((row.index, row.content[:WORDS]))
    failed = FailedQuote.objects.filter(project=project, is_repairable=True).order_by("pk")[:DIAGNOSED]
    diagnosed = with_diagnoses([found for one in failed if (found := stated_quote(project, one.quote_id)) is not None])
    fixes = {row.quote.pk: [fix.name for fix in row.fixes] for row in diagnosed if row.fixes}
    return {"session_of": {"entries": dict(entries), "quotes": dict(quotes)}, "words": words, "fixes": fixes}


if __name__ == "__main__":
    main()
