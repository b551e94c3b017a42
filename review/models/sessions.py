"""Received data: sessions, their messages and speakers, and extractions. None of it ever changes."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from aligner_core import PreparedSource, Speaker, canonical_json, digest, names_speaker
from aligner_core.formats import Run
from review.models.projects import Project

ROLE_SPELLINGS = {
    "user": ("", "user", "human"),
    "assistant": ("assistant", "ai", "model", "bot"),
    "tool": ("tool", "tool_result", "tool_output", "function"),
    "system": ("system", "developer"),
    "sub_agent": ("sub_agent", "sub-agent", "subagent", "sidechain"),
    "summary": ("summary", "compaction", "compact_summary"),
    "document": ("document", "chunk"),
}
"""The roles in uploads by speaker. A message without a role is the user's: bare texts are a person's notes."""
_DIGEST = re.compile("[0-9a-f]{64}")
_PART_AT_START, _PART_AT_END = re.compile(r"^\S+\s+"), re.compile(r"\s+\S+$")
USER = "user"
DOCUMENT = "document"
FIRST_HAND = frozenset({USER, DOCUMENT})
"""The speakers of words that are a source by themselves, unlike an answer, which has to rest on retrieved chunks."""
OTHER = "other"
KNOWN_ROLES = tuple(chain.from_iterable(ROLE_SPELLINGS.values()))
_SPEAKERS = {spelling: speaker for speaker, spellings in ROLE_SPELLINGS.items() for spelling in spellings}


def speaker_of(role: str) -> str:
    """Return the speaker of a message with a role.

    >>> speaker_of("Human"), speaker_of(""), speaker_of("tool_result"), speaker_of("narrator")
    ('user', 'user', 'tool', 'other')
    """
    return _SPEAKERS.get(role.strip().lower(), OTHER)


CONTEXT_CHARS = 120


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The words of a span, with some of the text around them."""

    before: str
    words: str
    after: str
    is_cut_before: bool
    is_cut_after: bool


def excerpt(text: str, start: int, end: int, *, around: int = CONTEXT_CHARS) -> Excerpt:
    """Return the words of a span, with up to *around* characters of the text before and after, in whole words.

    >>> excerpt("One cat saw another cat running past.", 20, 23, around=10)
    Excerpt(before='another ', words='cat', after=' running', is_cut_before=True, is_cut_after=True)
    """
    first, last = max(0, start - around), min(len(text), end + around)
    before, after = text[first:start], text[end:last]
    is_cut_before, is_cut_after = first > 0, last < len(text)
    if is_cut_before and not text[first - 1].isspace():
        before = _PART_AT_START.sub("", before)
    if is_cut_after and not text[last].isspace():
        after = _PART_AT_END.sub("", after)
    return Excerpt(before, text[start:end], after, is_cut_before, is_cut_after)


def short_name(session_id: str) -> str:
    """Return the id of a session as it is shown: for one without an id, the beginning of its digest.

    >>> short_name("talk-1"), short_name("5f" * 32)
    ('talk-1', '5f5f5f5f')
    """
    return session_id[:8] if _DIGEST.fullmatch(session_id) else session_id


class ReviewSession(models.Model):
    """One ingested conversation; `session_id` is its id in uploads, unique in its project."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="sessions")
    session_id = models.CharField(max_length=200)
    title = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("model", "session")
        verbose_name_plural = pgettext_lazy("models", "sessions")
        ordering = ("-created_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("project", "session_id"), name="session_id_is_unique"),)

    def __str__(self) -> str:
        return self.title or short_name(self.session_id)

    def get_absolute_url(self) -> str:
        """Return the address of the session reader."""
        return reverse("review:session_detail", args=[self.pk])

    def current_messages(self, *, index: int | None = None) -> "models.QuerySet[Message]":
        """Return the newest version of every message, or of the one at *index*, in reading order."""
        messages = Message.objects.filter(~has_newer_version(), session=self).order_by("index")
        return messages if index is None else messages.filter(index=index)


class Message(models.Model):
    """The immutable text, speaker and time of one version of a message; `digest` covers all of them."""

    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, related_name="messages")
    index = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    role = models.TextField(blank=True, default="")
    name = models.TextField(blank=True, default="")
    timestamp = models.TextField(blank=True, default="")
    content = models.TextField(blank=True)
    content_hash = models.CharField(max_length=64)
    length = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = pgettext_lazy("model", "message")
        verbose_name_plural = pgettext_lazy("models", "messages")
        ordering = ("session", "index", "version")
        constraints = (
            models.UniqueConstraint(fields=("session", "index", "version"), name="message_version_is_unique"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="message_versions_start_at_one"),
        )

    def __str__(self) -> str:
        return f"#{self.index}"

    @property
    def speaker(self) -> str:
        """The speaker of the message."""
        return speaker_of(self.role)

    @property
    def who(self) -> Speaker:
        """Who said the message, by name and role."""
        return Speaker(self.name, self.role)

    @cached_property
    def everyone(self) -> tuple[Speaker, ...]:
        """All who speak in the session; one query, unless `introduce` has read them."""
        return _everyone_in({self.session_id})[self.session_id]

    def source_for(self, quote: str) -> PreparedSource:
        """Return the message as a source of a quote: with all who speak in the session where the quote names one."""
        return PreparedSource(self.content, self.who, self.everyone if names_speaker(quote) else ())

    @property
    def is_as_received(self) -> bool:
        """Whether role, name and time are those that were hashed on arrival."""
        return self.digest == message_digest(self)


def introduce(quoted: Iterable[tuple[str, Message]]) -> None:
    """Read for many quotes and their messages who speaks in the sessions: one query, or none if no quote names one."""
    naming = [message for quote, message in quoted if names_speaker(quote)]
    everyone = _everyone_in({message.session_id for message in naming}) if naming else {}
    for message in naming:
        message.everyone = everyone[message.session_id]


def _everyone_in(sessions: Collection[int]) -> dict[int, tuple[Speaker, ...]]:
    found: dict[int, tuple[Speaker, ...]] = {}
    messages = Message.objects.filter(session__in=sessions).order_by("session", "name", "role")
    for session, name, role in messages.values_list("session_id", "name", "role").distinct():
        found[session] = (*found.get(session, ()), Speaker(name, role))
    return found


def message_digest(message: Message) -> str:
    """Return the digest of the text, speaker and time of a message (specification 2.7)."""
    names = ("content_hash", "name", "role", "timestamp")
    return digest(canonical_json({name: getattr(message, name) for name in names}))


def has_newer_version() -> models.Exists:
    """Return the condition that a message has a newer version."""
    newer = {"session": models.OuterRef("session"), "index": models.OuterRef("index")}
    return models.Exists(Message.objects.filter(version__gt=models.OuterRef("version"), **newer))


RUN_COLUMNS = {
    "extractor": "extractor",
    "model": "model",
    "prompt_version": "prompt_version",
    "run_id": "run_id",
    "created_at": "made_at",
}
"""The fields of a run, and the columns of an extraction that copy them."""


class Extraction(models.Model):
    """Extractor output for a session, named by the digest of its canonical JSON.

    The columns of its run are copies of values in the JSON, for filters; `made_at` need not be a time.
    """

    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, related_name="extractions")
    digest = models.CharField(max_length=64)
    canonical = models.TextField()
    notes = models.JSONField(default=list)
    extractor = models.TextField(blank=True, default="")
    model = models.TextField(blank=True, default="")
    prompt_version = models.TextField(blank=True, default="")
    run_id = models.TextField(blank=True, default="")
    made_at = models.TextField(blank=True, default="")
    received_at = models.DateTimeField(auto_now_add=True)
    received_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("model", "extraction")
        verbose_name_plural = pgettext_lazy("models", "extractions")
        ordering = ("received_at", "pk")
        indexes = (models.Index(fields=("received_at",), name="extraction_by_time"),)
        constraints = (models.UniqueConstraint(fields=("session", "digest"), name="extraction_is_received_once"),)

    def __str__(self) -> str:
        return self.digest[:8]

    def get_absolute_url(self) -> str:
        """Return the address of the page of the extraction."""
        return reverse("review:extraction_detail", args=[self.pk])

    @property
    def run(self) -> Run:
        """The run that produced it, as far as known."""
        return Run(
            extractor=self.extractor,
            model=self.model,
            prompt_version=self.prompt_version,
            run_id=self.run_id,
            created_at=self.made_at,
        )

    @property
    def run_name(self) -> str:
        """A readable name: the model or the extractor if stated, else the beginning of the digest."""
        return self.model or self.extractor or self.digest[:8]


def run_columns(run: Run) -> dict[str, str]:
    """Return the values of the columns that copy a run."""
    given = run.model_dump()
    return {column: given[name] for name, column in RUN_COLUMNS.items()}
