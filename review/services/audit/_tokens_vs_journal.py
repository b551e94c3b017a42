"""Compare tokens with what the journal records of them. Private to the services."""

from collections.abc import Iterator

from review.domain.people_state import PeopleState, RecordedToken
from review.models import ApiToken
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time


def token_differences(recorded: PeopleState) -> Iterator[Finding]:
    """Yield the tokens that differ from their events, and those of which only events are left."""
    stored = set[int]()
    for token in ApiToken.objects.select_related("project", "owner", "revoked_by").order_by("pk"):
        stored.add(token.pk)
        issued = recorded.tokens.get(token.pk)
        if issued is None or not (_is_as_issued(token, issued) and _is_revoked_as_recorded(token, recorded)):
            yield Finding("token_unaccounted", "token", token.pk, token.name)
    for gone in sorted(recorded.tokens.keys() - stored):
        yield Finding("token_missing", "token", gone, recorded.tokens[gone].name)


def _is_as_issued(token: ApiToken, issued: RecordedToken) -> bool:
    columns = (token.project.slug, token.owner.get_username(), token.name, token.scopes)
    return (
        columns == (issued.project, issued.owner, issued.name, issued.scopes)
        and token.digest == issued.digest
        and token.expires_at == issued.expires_at
        and matches_recorded_time(token.made_at, issued.made_at)
    )


def _is_revoked_as_recorded(token: ApiToken, recorded: PeopleState) -> bool:
    name, moment = recorded.revoked_tokens.get(token.pk, (None, None))
    by = None if token.revoked_by is None else token.revoked_by.get_username()
    return by == name and matches_recorded_time(token.revoked_at, moment)
