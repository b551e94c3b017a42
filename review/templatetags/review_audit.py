"""What templates ask for about audits: who reads the journal, and whether it is intact."""

from django import template
from django.template.context import RequestContext

from review.models import AuditRun
from review.selectors.auditing import alarm, may_audit_anything
from review.wording import finding_sentence

register = template.Library()
register.filter("finding_text", finding_sentence)


@register.simple_tag(takes_context=True)
def audits(context: RequestContext) -> bool:
    """Say whether the person who is logged in reads any journal."""
    request = context.get("request")
    return request is not None and may_audit_anything(request.user)


@register.simple_tag(takes_context=True)
def audit_alarm(context: RequestContext) -> AuditRun | None:
    """Give the last run of the audit to those who audit, if it found anything."""
    request = context.get("request")
    return None if request is None else alarm(request.user)
