"""Tokens that were issued and revoked: events of the store, each about one project."""

from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext_lazy

from review.domain.events._payload import PersonText, Recorded
from review.domain.events.people import ProjectEvent
from review.domain.people_state import PeopleState, RecordedToken


class TokenEvent(ProjectEvent):
    """An event about a token, by its number; pages show its name."""

    particulars: ClassVar[tuple[str, ...]] = ("{name}",)
    number: int
    name: PersonText


class TokenIssued(TokenEvent):
    """A person issued a token: with it, a program does for them what `scopes` and their role allow."""

    event_type = "token_issued"
    event_title = gettext_lazy("Token issued")
    particulars = ("{name}", "{scopes:scope}")
    scopes: list[str]
    expires_at: str
    digest: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.tokens[event["number"]] = RecordedToken(
            project=event["project"],
            owner=event.actor,
            name=event["name"],
            scopes=" ".join(event["scopes"]),
            made_at=event.at,
            expires_at=datetime.fromisoformat(event["expires_at"]),
            digest=event["digest"],
        )


class TokenRevoked(TokenEvent):
    """A token was revoked, by its owner or by a manager of the project."""

    event_type = "token_revoked"
    event_title = gettext_lazy("Token revoked")

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.revoked_tokens[event["number"]] = (event.actor, event.at)


TOKEN_PAYLOADS: tuple[type[TokenEvent], ...] = (TokenIssued, TokenRevoked)
