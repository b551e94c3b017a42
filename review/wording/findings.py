"""Findings of the audit, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FINDINGS = {
    "message_changed": gettext_lazy("A message is not what was received."),
    "message_unaccounted": gettext_lazy("A message is missing, or nobody received it."),
    "session_changed": gettext_lazy("A session has another title than it came with."),
    "session_moved": gettext_lazy("A session is in another project than it came to."),
    "session_unaccounted": gettext_lazy("The journal names another sender of a session, or another time."),
    "member_unaccounted": gettext_lazy("The journal gives somebody another role in a project, or none."),
    "policy_unaccounted": gettext_lazy("The journal has another policy for a project."),
    "invitation_unaccounted": gettext_lazy("An invitation is not what the journal says."),
    "account_unaccounted": gettext_lazy("The journal has nothing about an account, or not whether it may log in."),
    "account_missing": gettext_lazy("An account that the journal names is gone."),
    "rights_unaccounted": gettext_lazy("Somebody has other rights in the admin than the journal says."),
    "password_unaccounted": gettext_lazy("Somebody has a password that the journal does not know of."),
    "moment_unaccounted": gettext_lazy("An entry was decided at another time than the journal says."),
    "rule_missing": gettext_lazy("The database lacks a trigger or a constraint that guards what is stored."),
    "rule_changed": gettext_lazy("A trigger or a constraint of the database is not the one it was shipped with."),
    "extraction_changed": gettext_lazy("An extraction is not what was uploaded."),
    "run_changed": gettext_lazy("The recorded run of an extraction is not what was uploaded."),
    "making_unaccounted": gettext_lazy("An attempt says that it was made with something other than what was recorded."),
    "notes_changed": gettext_lazy("The notes on an extraction are not those recorded on arrival."),
    "extraction_unaccounted": gettext_lazy("The journal knows nothing of an extraction."),
    "retrieval_changed": gettext_lazy("A chunk, or what came with it, is not what was received."),
    "retrieval_unaccounted": gettext_lazy("A retrieval is not what the journal says."),
    "retrieval_missing": gettext_lazy("A retrieval that the journal names is gone."),
    "sources_changed": gettext_lazy("A source that an answer invented is not recorded."),
    "entry_unaccounted": gettext_lazy("An entry that a person added is not what the journal says, or nobody added it."),
    "addition_unaccounted": gettext_lazy("An entry has a quote that somebody added without an event, or lacks one."),
    "correction_unaccounted": gettext_lazy("Corrections of sources are not what the journal says."),
    "comment_unaccounted": gettext_lazy("The journal has other comments, or says otherwise whether they are resolved."),
    "claim_unaccounted": gettext_lazy("The journal has another claim, or another author of it."),
    "undone_unaccounted": gettext_lazy("What was undone on an entry, or when, is not what the journal says."),
    "claim_flag_changed": gettext_lazy("Whether a claim still has to be confirmed is recorded wrongly."),
    "switches_unaccounted": gettext_lazy("An entry was verified under another policy of its project than it says."),
    "missing_changed": gettext_lazy("What an entry lacks is recorded wrongly."),
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
    "journal_unreadable": gettext_lazy("What the journal says of an entry cannot be read."),
    "event_changed": gettext_lazy("An event is not what was recorded."),
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
