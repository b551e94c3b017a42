"""The claims of models, the words they quoted, and where these were found."""

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy

from aligner_core import AlignedEvidence, Difference, FailedEvidence
from aligner_core.evidence import confidence_of
from review.domain.policy import Stage
from review.domain.quotes import HUMAN_PROVENANCES, Provenance, Standing
from review.models.choices import PROVENANCES, STAGES, STANDINGS
from review.models.conditions import IS_NOT_WITHDRAWN, IS_WITHDRAWN, ONE_OF_ITS_KINDS, ONE_ORIGIN
from review.models.judged import Judged, judged
from review.models.sessions import Extraction, Message, ReviewSession

ABOVE_CANDIDATE = (Stage.VERIFIED, Stage.CERTIFIED)


class Entry(models.Model):
    """One claim with its stage; `version` is incremented by every change, for compare-and-set.

    It came with an extraction, or a person added it; its `position` is in that extraction, or among those that people
    added to its session. `title` and `body` are as received; `claim` is the newest correction of them. `claim_open` is
    whether a person still has to confirm the claim (specification 4.2), for lists and the database: the gate computes
    it again.
    `verified_under` are the switches that were on when it was verified, separated by spaces, and `verified_with` the
    token that its verifier did it with, if any. `missing` are the codes of
    the requirements that the evidence lacks for any reviewer.
    """

    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, related_name="entries")
    extraction = models.ForeignKey(Extraction, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    added_at = models.DateTimeField(null=True, blank=True)
    position = models.PositiveIntegerField()
    entry_id = models.TextField(blank=True, default="")
    type = models.TextField(blank=True, default="")
    title = models.TextField(blank=True, default="")
    body = models.TextField(blank=True, default="")
    stage = models.CharField(max_length=20, choices=STAGES, default=Stage.RAW)
    evidence_aligned = models.BooleanField(default=False)
    claim = models.OneToOneField("ClaimVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    claim_open = models.BooleanField(default=False)
    missing = models.TextField(blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    verified_at = models.DateTimeField(null=True, blank=True)
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    verified_under = models.TextField(blank=True, default="")
    verified_with = models.CharField(max_length=60, blank=True, default="")
    certified_at = models.DateTimeField(null=True, blank=True)
    certified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    rejected_at = models.DateTimeField(null=True, blank=True)
    rejected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    rejected_reason = models.TextField(blank=True, default="")

    if TYPE_CHECKING:
        session_id: int
        extraction_id: int | None
        added_by_id: int | None
        verified_by_id: int | None
        claim_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "entry")
        verbose_name_plural = pgettext_lazy("models", "entries")
        ordering = ("session", "extraction", "position")
        indexes = (models.Index(fields=("stage",)),)
        constraints = (
            models.UniqueConstraint(fields=("extraction", "position"), name="entry_position_is_unique"),
            *ONE_ORIGIN,
            models.CheckConstraint(
                condition=Q(stage__in=[stage.value for stage in Stage]), name="entry_stage_is_known"
            ),
            models.CheckConstraint(
                name="entry_above_candidate_is_aligned",
                condition=~Q(stage__in=ABOVE_CANDIDATE)
                | Q(evidence_aligned=True, verified_at__isnull=False, verified_by__isnull=False),
            ),
            models.CheckConstraint(
                name="entry_certified_by_second_person",
                condition=~Q(stage=Stage.CERTIFIED)
                | Q(certified_at__isnull=False, certified_by__isnull=False, verified_by__isnull=False)
                & ~Q(certified_by=F("verified_by")),
            ),
            models.CheckConstraint(
                name="entry_rejection_is_whole",
                condition=Q(rejected_at__isnull=True, rejected_by__isnull=True, rejected_reason="")
                | Q(rejected_at__isnull=False, rejected_by__isnull=False) & ~Q(rejected_reason=""),
            ),
        )

    def __str__(self) -> str:
        return self.claim_title or self.entry_id or gettext("entry %(number)d") % {"number": self.position + 1}

    def get_absolute_url(self) -> str:
        """Return the address of the entry page."""
        return reverse("review:entry_detail", args=[self.pk])

    def address_to_select(self, index: int) -> str:
        """Return the address at which words of its session are selected for it, from a message on."""
        return f"{self.session.get_absolute_url()}?add={self.pk}&from={index}#m-{index}"

    @property
    def is_settled(self) -> bool:
        """Whether a person has decided on it: it is verified, certified or rejected."""
        return self.stage in ABOVE_CANDIDATE or self.rejected_at is not None

    @property
    def claim_version(self) -> int:
        """The number of the claim as it stands; 1 is the extractor's."""
        return 1 if self.claim is None else self.claim.number

    @property
    def claim_title(self) -> str:
        """The title of the claim as it stands."""
        return self.title if self.claim is None else self.claim.title

    @property
    def claim_body(self) -> str:
        """The body of the claim as it stands."""
        return self.body if self.claim is None else self.claim.body


class Quote(models.Model):
    """Words that a model claims to have copied, or a person added; never edited. `current` is the newest alignment.

    `differs` is whether that has critical differences by the current rules, for lists: the gate computes it again.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="quotes")
    position = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    text_hash = models.CharField(max_length=64)
    is_cut = models.BooleanField(default=False)
    claimed_index = models.TextField(default="null")
    current = models.OneToOneField("Alignment", on_delete=models.PROTECT, null=True, related_name="+")
    differs = models.BooleanField(default=False)
    split_from = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="parts")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    standing = models.CharField(max_length=10, choices=STANDINGS, default=Standing.COUNTS)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_reason = models.TextField(blank=True, default="")

    if TYPE_CHECKING:
        entry_id: int
        current_id: int | None
        split_from_id: int | None
        added_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "quote")
        verbose_name_plural = pgettext_lazy("models", "quotes")
        ordering = ("entry", "position")
        constraints = (
            models.UniqueConstraint(fields=("entry", "position"), name="quote_position_is_unique"),
            models.CheckConstraint(
                name="quote_withdrawal_is_whole",
                condition=Q(IS_WITHDRAWN, standing=Standing.WITHDRAWN)
                | IS_NOT_WITHDRAWN & ~Q(standing=Standing.WITHDRAWN),
            ),
            models.CheckConstraint(
                name="quote_standing_is_known",
                condition=Q(standing__in=[Standing.COUNTS, Standing.WITHDRAWN, Standing.SPLIT])
                | Q(standing=Standing.UNDONE, split_from__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.text[:80]

    def get_absolute_url(self) -> str:
        """Return the permanent address of the quote, which redirects to its place in the session."""
        return reverse("review:quote_detail", args=[self.pk])

    @property
    def claimed_chunk(self) -> str:
        """The id of the chunk that it names; empty where it names none."""
        claimed = json.loads(self.claimed_index)
        return str(claimed.get("chunkId", "")) if isinstance(claimed, dict) else ""

    @property
    def is_uploaded(self) -> bool:
        """Whether an extractor gave the quote: it is not part of a split, and no person added it."""
        return self.split_from_id is None and self.added_by_id is None

    @property
    def counts(self) -> bool:
        """Whether the quote counts as evidence: not when it was withdrawn or split, or its own split was undone."""
        return self.standing == Standing.COUNTS


class Alignment(models.Model):
    """One attempt at aligning a quote, numbered and never changed: aligned with a span, or failed with a reason."""

    quote = models.ForeignKey(Quote, on_delete=models.PROTECT, related_name="alignments")
    attempt = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    message_index = models.PositiveIntegerField(null=True)
    message = models.ForeignKey(Message, on_delete=models.PROTECT, null=True, related_name="alignments")
    method = models.CharField(max_length=10)
    span_start = models.PositiveIntegerField(null=True)
    span_end = models.PositiveIntegerField(null=True)
    similarity = models.FloatField(null=True)
    ambiguous = models.BooleanField(default=False)
    reason = models.CharField(max_length=30, blank=True, default="")
    verdict = models.CharField(max_length=10)
    evidence_json = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    provenance = models.CharField(max_length=20, choices=PROVENANCES, default=Provenance.SYSTEM)
    engine = models.CharField(max_length=20)
    config_digest = models.CharField(max_length=64)
    config = models.TextField()

    if TYPE_CHECKING:
        quote_id: int
        message_id: int | None
        actor_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "attempt")
        verbose_name_plural = pgettext_lazy("models", "attempts")
        ordering = ("quote", "attempt")
        indexes = (
            models.Index(fields=("method", "reason")),
            models.Index(fields=("similarity",), condition=Q(method="fuzzy"), name="alignment_fuzzy_by_similarity"),
        )
        constraints = (
            models.UniqueConstraint(fields=("quote", "attempt"), name="attempt_is_unique"),
            models.CheckConstraint(
                name="alignment_provenance_is_known",
                condition=Q(provenance=Provenance.SYSTEM, actor__isnull=True)
                | Q(provenance__in=HUMAN_PROVENANCES, actor__isnull=False),
            ),
            ONE_OF_ITS_KINDS,
        )

    def __str__(self) -> str:
        return gettext("attempt %(number)d") % {"number": self.attempt}

    @property
    def aligned(self) -> bool:
        """Whether the words were found."""
        return self.method != "none"

    @property
    def made_with(self) -> dict[str, Any]:
        """The version of the rules and the configuration that the attempt was made with."""
        return {"engine": self.engine, "config": json.loads(self.config)}

    @property
    def threshold(self) -> float:
        """The similarity from which a fuzzy quote was accepted."""
        threshold: float = json.loads(self.config)["fuzzy_threshold"]
        return threshold

    def is_below(self, bar: float) -> bool:
        """Return whether the words were found by their similarity alone, and it is below a bar."""
        return self.method == "fuzzy" and self.similarity is not None and self.similarity < bar

    @property
    def confidence(self) -> float:
        """The confidence that follows from the method and the similarity."""
        return confidence_of(self.method, self.similarity)

    @property
    def evidence(self) -> AlignedEvidence | FailedEvidence:
        """The outcome as the aligner's value, parsed from the stored wire form."""
        return (AlignedEvidence if self.aligned else FailedEvidence).model_validate_json(self.evidence_json)

    @cached_property
    def judged(self) -> Judged | None:
        """What the current rules find in the stored message (specification 3.9); None for a failure.

        Also None without a message, or when the outcome cannot be read.
        """
        if self.message is None or not self.aligned:
            return None
        return judged(self.evidence_json, self.message.source_for(self.text))

    @property
    def judged_evidence(self) -> AlignedEvidence | FailedEvidence:
        """The outcome, with the differences that the current rules find in the stored message."""
        return self.evidence if self.judged is None else self.judged.current

    @property
    def found_evidence(self) -> AlignedEvidence | None:
        """The outcome as it was stored; None for a failure, or when it cannot be read."""
        if self.judged is not None:
            return self.judged.stored
        try:
            return evidence if isinstance(evidence := self.evidence, AlignedEvidence) else None
        except ValueError:
            return None

    @property
    def critical_differences(self) -> tuple[Difference, ...]:
        """The differences that change the meaning, by the current rules."""
        return self.stored_critical_differences if self.judged is None else _critical(self.judged.current)

    @property
    def stored_critical_differences(self) -> tuple[Difference, ...]:
        """The differences that change the meaning, by the rules that the attempt was made with."""
        return _critical(self.found_evidence)


def _critical(evidence: AlignedEvidence | None) -> tuple[Difference, ...]:
    return () if evidence is None else tuple(one for one in evidence.differences if one.critical)
