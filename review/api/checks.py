"""Checks that store nothing: quotes against sources, an extraction against a conversation, a claim against evidence."""

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpResponse
from ninja import Router
from pydantic import Field, StrictBool, StrictStr
from pydantic.alias_generators import to_camel

from aligner_core import (
    AlignerError,
    AlignResult,
    ClaimReport,
    ExtractionError,
    Said,
    Speaker,
    WorkBudget,
    check,
    check_claim,
)
from aligner_core.formats import Run
from aligner_core.grounding import to_json
from aligner_core.guards import reasons_of
from review.aligner import aligner_for
from review.api.answers import JSON, answer, answers
from review.api.bodies import json_body
from review.api.calls import Call, scoped
from review.api.claim_wire import ReasonWire, reason_wire
from review.api.problems import ProblemError
from review.api.report_wire import ReportWire
from review.api.wire import Body, Whole
from review.domain.errors import UploadRefusedError
from review.domain.limits import MAX_ADDRESSED, MAX_CLAIM_BODY_CHARS, MAX_MESSAGES, MAX_QUOTES
from review.domain.tokens import Scope
from review.payloads import check_extraction, check_session
from review.payloads.checks import problem_of

router = Router(tags=["checks"], by_alias=True)


class QuoteBody(Body):
    """A quote, and the index of the source that it claims to be in, counted from 0."""

    quote: StrictStr
    message_index: Whole | None = None


class CheckBody(Body):
    """Quotes, and the texts that they should be in; with `strict`, misspelled words are not ok."""

    quotes: Annotated[list[StrictStr | QuoteBody], Field(max_length=MAX_QUOTES)]
    sources: Annotated[list[StrictStr], Field(min_length=1, max_length=MAX_MESSAGES)]
    strict: StrictBool = False


class SpeakerBody(Body):
    """Who speaks, by name and role, as far as they are known."""

    name: StrictStr = ""
    role: StrictStr = ""


class SaidBody(Body):
    """Words, who said them to whom, and the message in which they begin at `start`.

    `at` is the index of that message in `elsewhere`, whose messages around it are near, and `when` the time it was
    written, in ISO 8601: then *yesterday* is a day.
    """

    text: StrictStr
    speaker: SpeakerBody = SpeakerBody()
    to: Annotated[list[SpeakerBody], Field(max_length=MAX_ADDRESSED, default_factory=list)]
    message: StrictStr = ""
    start: Whole = 0
    at: Whole | None = None
    when: StrictStr = ""

    def said(self) -> Said:
        """Return it as the library takes it."""
        to = tuple(Speaker(one.name, one.role) for one in self.to)
        speaker = Speaker(self.speaker.name, self.speaker.role)
        return Said(self.text, speaker, to, self.message, self.start, self.at, self.when)


class ClaimCheckBody(Body):
    """A claim, the texts or words that it rests on, and other texts in which missing facts are looked for."""

    claim: Annotated[StrictStr, Field(max_length=MAX_CLAIM_BODY_CHARS)]
    evidence: Annotated[list[StrictStr | SaidBody], Field(max_length=MAX_MESSAGES)]
    elsewhere: Annotated[list[StrictStr], Field(max_length=MAX_MESSAGES, default_factory=list)]


class ClaimCheckWire(ClaimReport):
    """The report on a claim, and what is wrong with it: a sentence for each reason, the worst first."""

    reasons: tuple[ReasonWire, ...] = ()


ANY_TEXT = {"type": ["string", "number", "null"]}
MESSAGES = {
    "type": "array",
    "items": {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "required": ["content"],
                "properties": {
                    "content": {"type": "string"},
                    "role": ANY_TEXT,
                    "name": ANY_TEXT,
                    "timestamp": ANY_TEXT,
                },
            },
        ]
    },
}
NAMED = {"description": "A text, or a number that is read as one. Anything else is left out, and noted."}
RUN = {
    "description": "How the extraction was made. What is no object, or not known in it, is left out, and noted.",
    "properties": {to_camel(name): NAMED for name in Run.model_fields},
}
EXTRACTION = {
    "type": "object",
    "anyOf": [{"required": ["entries"]}, {"required": ["evidence"]}],
    "properties": {
        "entries": {"type": "array"},
        "evidence": {},
        "run": RUN,
        **dict.fromkeys(Run.TOP_LEVEL_KEYS, NAMED),
    },
}
"""What the readers of uploads take; they are lenient item by item, and say what they left out."""
ALIGN_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["sessionMessages", "extraction"],
                    "properties": {"sessionMessages": MESSAGES, "extraction": EXTRACTION},
                }
            }
        },
    }
}


@router.post("/check", response=answers(ReportWire), operation_id="check")
@scoped(Scope.READ)
def check_quotes(request: Call, body: CheckBody) -> HttpResponse:  # noqa: ARG001 - who calls is checked around it
    """Return for each quote whether it is in the sources with no fact changed, and how to mend it."""
    quotes = [one if isinstance(one, str) else one.model_dump(by_alias=True, exclude_none=True) for one in body.quotes]
    budget = WorkBudget(settings.REVIEW_MAX_WORK_AT_ONCE)
    try:
        report = check(quotes, body.sources, strict=body.strict, budget=budget)
    except AlignerError as error:
        raise ProblemError(422, "invalid_request", str(error)) from error
    return HttpResponse(to_json(report), content_type=JSON)


@router.post("/align", response=answers(AlignResult), operation_id="align", openapi_extra=ALIGN_BODY)
@scoped(Scope.READ)
def align(request: Call) -> HttpResponse:
    """Align an extraction to a conversation as the project would, and store nothing."""
    given = json_body(request)
    if not isinstance(given, dict) or not {"sessionMessages", "extraction"} <= given.keys():
        raise ProblemError(422, "invalid_request", "The keys are sessionMessages and extraction.")
    session = check_session({"messages": given["sessionMessages"]})
    check_extraction(given["extraction"])
    budget = WorkBudget(settings.REVIEW_MAX_WORK_AT_ONCE)
    try:
        result = aligner_for(request.auth.project).align(session.messages, given["extraction"], budget=budget)
    except ExtractionError as error:
        raise UploadRefusedError(problem_of(error)) from error
    return answer(result)


@router.post("/claims/check", response=answers(ClaimCheckWire), operation_id="check_claim")
@scoped(Scope.READ)
def claim(request: Call, body: ClaimCheckBody) -> HttpResponse:  # noqa: ARG001 - who calls is checked around it
    """Return which facts of a claim are in its evidence, and what is wrong with it."""
    evidence = [one if isinstance(one, str) else one.said() for one in body.evidence]
    report = check_claim(body.claim, evidence, elsewhere=body.elsewhere)
    reasons = tuple(map(reason_wire, reasons_of(body.claim, report, evidence)))
    return answer(ClaimCheckWire(**dict(report), reasons=reasons))
