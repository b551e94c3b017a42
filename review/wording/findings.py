"""Findings of the audit, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FINDINGS = {
    "message_changed": gettext_lazy("A message differs from what was received."),
    "message_unaccounted": gettext_lazy("A message is missing, or the journal does not have it."),
    "session_changed": gettext_lazy("The title of a session differs from the one received."),
    "session_moved": gettext_lazy("A session is not in the project that received it."),
    "session_unaccounted": gettext_lazy("The sender or the time of a session does not match the journal."),
    "member_unaccounted": gettext_lazy("A role in a project does not match the journal."),
    "policy_unaccounted": gettext_lazy("The policy of a project does not match the journal."),
    "invitation_unaccounted": gettext_lazy("An invitation does not match the journal."),
    "invitation_missing": gettext_lazy("An invitation that the journal names is gone."),
    "token_unaccounted": gettext_lazy("A token does not match the journal."),
    "token_missing": gettext_lazy("A token that the journal names is gone."),
    "project_missing": gettext_lazy("A project that the journal names is gone."),
    "reference_broken": gettext_lazy("A row refers to one that is gone."),
    "batch_missing": gettext_lazy("A batch that the journal names is gone."),
    "batch_unaccounted": gettext_lazy("Who made a batch, why, when or of which entries does not match the journal."),
    "feed_missing": gettext_lazy("An event is not in the feed of its project."),
    "feed_unaccounted": gettext_lazy("The feed of a project has an event that is not its own."),
    "webhook_unaccounted": gettext_lazy("A webhook does not match the journal."),
    "webhook_missing": gettext_lazy("A webhook that the journal names is gone."),
    "account_unaccounted": gettext_lazy(
        "An account does not match the journal: it is not recorded, or whether it may log in differs."
    ),
    "origin_unaccounted": gettext_lazy(
        "Who invited an account, or who confirmed that it is another person, does not match the journal."
    ),
    "account_missing": gettext_lazy("An account that the journal names is gone."),
    "rights_unaccounted": gettext_lazy("The admin rights of an account do not match the journal."),
    "password_unaccounted": gettext_lazy("A password was changed without an event in the journal."),
    "moment_unaccounted": gettext_lazy("The time of a decision on an entry does not match the journal."),
    "rule_missing": gettext_lazy("A table, index, trigger or constraint of the database is missing."),
    "rule_changed": gettext_lazy("A table, index, trigger or constraint of the database differs from the one shipped."),
    "rule_added": gettext_lazy("The database holds a trigger, a view or something else that was not shipped."),
    "extension_added": gettext_lazy("An extension of the database is installed. What belongs to it is not compared."),
    "extraction_changed": gettext_lazy("An extraction differs from what was uploaded."),
    "run_changed": gettext_lazy("The recorded run of an extraction differs from what was uploaded."),
    "making_unaccounted": gettext_lazy("The engine or configuration of an attempt does not match the journal."),
    "notes_changed": gettext_lazy("The notes on an extraction differ from those recorded on arrival."),
    "extraction_unaccounted": gettext_lazy("An extraction is not in the journal."),
    "retrieval_changed": gettext_lazy("A chunk or its metadata differs from what was received."),
    "retrieval_unaccounted": gettext_lazy("A retrieval does not match the journal."),
    "retrieval_missing": gettext_lazy("A retrieval that the journal names is gone."),
    "sources_changed": gettext_lazy("A source that an answer invented is not recorded."),
    "sources_unaccounted": gettext_lazy("The sources that an answer names do not match the journal."),
    "entry_unaccounted": gettext_lazy("An entry that a person added does not match the journal, or is not in it."),
    "addition_unaccounted": gettext_lazy("Added quotes of an entry do not match the journal."),
    "correction_unaccounted": gettext_lazy("Corrections of sources do not match the journal."),
    "comment_unaccounted": gettext_lazy("Comments, or whether they are resolved, do not match the journal."),
    "claim_unaccounted": gettext_lazy("A claim or its author does not match the journal."),
    "undone_unaccounted": gettext_lazy("What was undone on an entry, or when, does not match the journal."),
    "claim_flag_changed": gettext_lazy("Whether a claim still has to be confirmed is stored incorrectly."),
    "switches_unaccounted": gettext_lazy("The policy recorded with a verified entry does not match the journal."),
    "missing_changed": gettext_lazy("What an entry lacks is stored incorrectly."),
    "marks_changed": gettext_lazy("Lists find an entry under the wrong values."),
    "age_changed": gettext_lazy(
        "Lists take the sources of a retrieval or an answer for older or younger than they are."
    ),
    "tally_changed": gettext_lazy("Quality shows numbers that differ from those of the runs of a project."),
    "failure_listed_otherwise": gettext_lazy("A quote is listed among the failed ones for the wrong reason."),
    "diagnosed_by_older_rules": gettext_lazy("A failed quote was diagnosed by rules of another version."),
    "claim_unconfirmed": gettext_lazy(
        "A claim was verified although its words were replaced or lack facts of it, and nobody confirmed it."
    ),
    "proof_failed": gettext_lazy("Words are not in the message where their proof says they are."),
    "evidence_drifted": gettext_lazy("A verified entry rests on an old version of a message."),
    "store_unreadable": gettext_lazy("The database holds what cannot be read: it is damaged."),
    "journal_unreadable": gettext_lazy("Events of an entry in the journal cannot be read."),
    "event_changed": gettext_lazy("An event was changed after it was recorded."),
    "chain_broken": gettext_lazy("An event does not follow from the one before it: something was taken out or put in."),
    "event_misplaced": gettext_lazy("An event is in the chain of another session."),
    "chain_head_differs": gettext_lazy("A chain does not end where it should."),
    "chain_missing": gettext_lazy("A chain that a checkpoint names is gone."),
    "checkpoint_differs": gettext_lazy("A chain was rewritten after a checkpoint was made."),
    "checkpoint_ahead": gettext_lazy(
        "A checkpoint is newer than the database: events were cut off, or an old backup was restored."
    ),
    "checkpoint_unreadable": gettext_lazy("A checkpoint is damaged, or no trusted key signed it."),
    "checkpoint_of_another_store": gettext_lazy("A checkpoint was made of another store."),
}


def finding_sentence(code: str) -> str:
    """Return the sentence for the code of a finding."""
    return str(FINDINGS.get(code) or _("Something stored differs from what its sources say."))
