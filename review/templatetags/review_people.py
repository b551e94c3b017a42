"""Template tags about people: words for roles and policy items, and the rights of the signed-in person."""

from datetime import timedelta

from django import template
from django.contrib.auth.models import AbstractBaseUser
from django.template.context import RequestContext
from django.utils import timezone

from review import wording
from review.domain.lineage import SecondPerson
from review.domain.roles import Role
from review.domain.switches import switch_named
from review.domain.tokens import Scope
from review.models import Entry, Job
from review.selectors.notices import new_notices
from review.selectors.people import ProjectRights, project_rights
from review.selectors.promotion.second_persons import JudgedPerson
from review.selectors.promotion.switches import switches_then
from review.selectors.quotes.failed_count import failed_in
from review.services.people.passwords import kept_proof

register = template.Library()
register.filter(wording.member_role)
WITHIN = {
    f"review:{name}": f"review:{main}"
    for main, names in {
        "session_list": "session_detail",
        "entry_list": "entry_detail",
        "run_list": "run_compare extraction_detail quality answer_quality",
        "upload": "upload_detail upload_files upload_mapping",
        "project_list": "project_detail",
        "audit": "event_detail audit_verify",
    }.items()
    for name in names.split()
}
"""The pages that belong to one of the main navigation, which is marked on them."""


@register.filter
def main_page(view_name: str) -> str:
    """Return the view of the main navigation that a page belongs to; the page itself if it belongs to none."""
    return WITHIN.get(view_name, view_name)


@register.filter
def role_text(code: str) -> str:
    """Return what a role may do."""
    return str(wording.ROLE_SENTENCES[Role(code)])


@register.filter
def scope_name(code: str) -> str:
    """Return the name of a scope of a token."""
    return str(wording.SCOPES[Scope(code)][0])


@register.filter
def scope_text(code: str) -> str:
    """Return what a scope of a token allows."""
    return str(wording.SCOPES[Scope(code)][1])


@register.filter
def policy_name(code: str) -> str:
    """Return the name of a policy item."""
    return str(wording.POLICY_SWITCHES[switch_named(code)][0])


@register.filter
def policy_text(code: str) -> str:
    """Return what a policy item requires."""
    return str(wording.POLICY_SWITCHES[switch_named(code)][1])


@register.filter
def realigned_by(job: Job) -> str:
    """Return what a job did that realigned a project."""
    return wording.realigned_sentence(**job.result)


@register.filter
def switches_mark(entry: Entry) -> str:
    """Return the mark of an entry that was verified while a switch that is on now was off."""
    return wording.switches_mark(switches_then(entry))


@register.filter
def switches_text(entry: Entry) -> list[str]:
    """Return the requirements of the policy when an entry was verified, in sentences."""
    return wording.switches_sentences(switches_then(entry))


@register.filter
def kinship_text(one: SecondPerson, reader: AbstractBaseUser) -> str:
    """Return how an account is related to that of the reader, who judges what it did."""
    return wording.kinship_sentences(one, beside=reader.get_username(), is_reader=True)


@register.filter
def judged_text(one: JudgedPerson) -> str:
    """Return how an account is related to the one that judged what it did."""
    return wording.kinship_sentences(one.person, beside=one.beside)


@register.simple_tag(takes_context=True, name="project_rights")
def own_project_rights(context: RequestContext) -> ProjectRights | None:
    """Return what the signed-in person may do in any of their projects."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return None
    if not hasattr(request, "project_rights"):  # several parts of a page ask for them
        request.project_rights = project_rights(request.user)
    rights: ProjectRights = request.project_rights
    return rights


@register.simple_tag(takes_context=True)
def audits(context: RequestContext) -> bool:
    """Return whether the signed-in person may read any journal."""
    rights = own_project_rights(context)
    return rights is not None and rights.audits


@register.simple_tag(takes_context=True)
def failed_count(context: RequestContext) -> str:
    """Return how many failed quotes the signed-in person has to repair."""
    rights = own_project_rights(context)
    return "0" if rights is None else failed_in(rights.projects)


@register.simple_tag(takes_context=True, name="new_notices")
def own_new_notices(context: RequestContext) -> str:
    """Return how many notifications the signed-in person has not seen."""
    rights = own_project_rights(context)
    return "0" if rights is None else new_notices(context["request"].user, rights.projects)


@register.simple_tag(takes_context=True)
def minutes_since_password(context: RequestContext) -> int | None:
    """Return the minutes since a password check that still suffices to certify; None without one."""
    request = context["request"]
    proof = kept_proof(request.session, user=request.user)
    return None if proof is None else (timezone.now() - proof.at) // timedelta(minutes=1)
