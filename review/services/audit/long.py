"""An audit of a store that is too large to be checked within a request: a job does it."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.models import Job
from review.services._jobs import Work, enqueue

AUDIT = "audit"
"""The kind of the job."""


def audit_subject(actor: AbstractBaseUser) -> str:
    """Return the name by which a person's audits are found."""
    return f"audit-{actor.pk}"


@transaction.atomic(durable=True)
def start_audit(actor: AbstractBaseUser) -> Job:
    """Start the job that audits the store for a person, and return it."""
    return enqueue(Work(AUDIT, audit_subject(actor), "", None, actor.pk, {}))
