"""What templates ask about people: words for roles and policy items, and what the person who reads may do."""

from django import template
from django.template.context import RequestContext

from review import wording
from review.policy import PolicyItem
from review.roles import Role
from review.selectors.people import Reach, reach_of

register = template.Library()


@register.filter
def member_role(code: str) -> str:
    """Name the role of a member."""
    return str(wording.MEMBER_ROLES[Role(code)])


@register.filter
def role_text(code: str) -> str:
    """Say what a role may do."""
    return str(wording.ROLE_SENTENCES[Role(code)])


@register.filter
def policy_name(code: str) -> str:
    """Name a policy item."""
    return str(wording.POLICIES[PolicyItem(code)][0])


@register.filter
def policy_text(code: str) -> str:
    """Say what a policy item asks for."""
    return str(wording.POLICIES[PolicyItem(code)][1])


@register.simple_tag(takes_context=True)
def reach(context: RequestContext) -> Reach | None:
    """Say what the person who is logged in may do in their projects together, once a page."""
    request = context.get("request")
    return reach_of(request.user) if request is not None and request.user.is_authenticated else None
