"""Template tags about audits: whether the journal is intact."""

from django import template
from django.template.context import RequestContext

from review.models import AuditRun
from review.selectors.audit.event_log import alarm
from review.wording import finding_sentence

register = template.Library()
register.filter("finding_text", finding_sentence)


@register.simple_tag(takes_context=True)
def audit_alarm(context: RequestContext) -> AuditRun | None:
    """Return the last run of the audit if it found anything and the signed-in person is an auditor."""
    request = context.get("request")
    return None if request is None else alarm(request.user)
