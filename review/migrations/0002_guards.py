"""What the database itself refuses: changing what is appended, evidence that is not there, claims nobody answered.

And the index of search and the feed, which the database fills, so that no writer forgets them. On SQLite a migration
that rebuilds a table drops the triggers on it: they have to be created again behind it.
"""

from collections.abc import Iterator

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.databases import feed, search_index
from review.databases.triggers import Guard, created

ALWAYS = "1 = 1"
NEVER_CHANGE = {
    "review_alignment": ("quote_id", "attempt"),
    "review_chunk": ("message_id",),
    "review_citedsource": ("entry_id", "position"),
    "review_event": ("chain_id", "seq"),
    "review_extraction": ("session_id", "digest"),
    "review_message": ("session_id", "index", "version"),
    "review_override": ("id",),
    "review_retrieval": ("session_id",),
    "review_sourcecorrection": ("source_id", "number"),
}
"""Tables that are only appended to, with what names a row of them."""
UNDOABLE = {
    "review_acknowledgement": ("alignment_id", "actor_id", "claim_version"),
    "review_approval": ("entry_id", "actor_id", "fingerprint"),
    "review_claimconfirmation": ("entry_id", "fingerprint"),
    "review_claimversion": ("entry_id", "number"),
    "review_explanation": ("entry_id", "actor_id", "requirement", "fingerprint"),
}
"""Tables of statements: all that ever changes of a row is that it is taken back, once."""
OF_STATEMENTS = {
    "review_acknowledgement": ("id", "alignment_id", "actor_id", "claim_version", "reason", "created_at"),
    "review_approval": ("id", "entry_id", "actor_id", "fingerprint", "created_at"),
    "review_claimconfirmation": ("id", "entry_id", "actor_id", "fingerprint", "created_at", "claim_version"),
    "review_claimversion": ("id", "entry_id", "actor_id", "fingerprint", "created_at", "number", "title", "body"),
    "review_explanation": ("id", "entry_id", "actor_id", "fingerprint", "created_at", "requirement", "reason"),
}
"""What stays of a statement that is taken back; none of it is ever null."""
COMMENTS = {"review_comment": ("entry_id", "number")}
FROZEN = {
    "review_accountorigin": ("account_id", "invited_by_id"),
    "review_reviewsession": ("project_id", "session_id"),
    "review_entry": (
        *("session_id", "extraction_id", "position", "entry_id", "type", "title", "body", "added_by_id", "added_at"),
    ),
    "review_quote": (
        *("entry_id", "position", "text", "text_hash", "is_cut", "claimed_index", "split_from_id", "added_by_id"),
    ),
}
"""The columns of what came, or of what a person added, and of who brought an account."""
OF_QUOTE = (
    *("id", *FROZEN["review_quote"], "current_id", "standing"),
    *("withdrawn_at", "withdrawn_by_id", "withdrawn_reason"),
)
"""The columns of a quote that stay while its entry is verified; `differs` follows the rules."""
OF_COMMENT = ("id", "entry_id", "number", "reply_to_id", "actor_id", "text", "mentions", "created_at")

OF_VERIFIED = "EXISTS (SELECT 1 FROM review_entry e WHERE e.id = {}.entry_id AND e.stage IN ('verified', 'certified'))"
UNPROVEN = """NEW.stage IN ('verified', 'certified') AND (
    NOT EXISTS (SELECT 1 FROM review_quote q WHERE q.entry_id = NEW.id AND q.standing = 'counts')
    OR EXISTS (
        SELECT 1 FROM review_quote q LEFT JOIN review_alignment a ON a.id = q.current_id
        LEFT JOIN review_message m ON m.id = a.message_id
        WHERE q.entry_id = NEW.id AND q.standing = 'counts'
        AND (a.method IS NULL OR a.method = 'none' OR a.ambiguous OR EXISTS (
            SELECT 1 FROM review_message n
            WHERE n.session_id = m.session_id AND n."index" = m."index" AND n.version > m.version
        ))
    )
)"""
FOREIGN_CURRENT = """NEW.current_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_alignment a WHERE a.id = NEW.current_id AND a.quote_id = NEW.id
)"""
SKIPPED_VERSION = """NEW.version > 1 AND NOT EXISTS (
    SELECT 1 FROM review_message m
    WHERE m.session_id = NEW.session_id AND m."index" = NEW."index" AND m.version = NEW.version - 1
)"""
RESTED_ON = """NEW.version > 1 AND EXISTS (
    SELECT 1 FROM review_message m JOIN review_alignment a ON a.message_id = m.id
    JOIN review_quote q ON q.current_id = a.id JOIN review_entry e ON e.id = q.entry_id
    WHERE m.session_id = NEW.session_id AND m."index" = NEW."index"
    AND q.standing = 'counts' AND e.stage IN ('verified', 'certified')
)"""
PART_OF_NONE = """NEW.split_from_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_quote o WHERE o.id = NEW.split_from_id AND o.entry_id = NEW.entry_id
    AND (o.standing = 'split' OR NEW.standing NOT IN ('counts', 'split'))
)"""
PARTS_LEFT = """OLD.standing = 'split' AND NEW.standing <> 'split' AND EXISTS (
    SELECT 1 FROM review_quote p WHERE p.split_from_id = NEW.id AND p.standing IN ('counts', 'split')
)"""
ADDED_PART = "NEW.added_by_id IS NOT NULL AND NEW.split_from_id IS NOT NULL"
INVENTED = """NEW.stage IN ('verified', 'certified') AND EXISTS (
    SELECT 1 FROM review_citedsource c WHERE c.entry_id = NEW.id AND NOT c.is_real
    AND NOT EXISTS (SELECT 1 FROM review_sourcecorrection s WHERE s.source_id = c.id)
)"""
NOT_OPEN = """EXISTS (
    SELECT 1 FROM review_citedsource c JOIN review_entry e ON e.id = c.entry_id
    WHERE c.id = NEW.source_id AND (c.is_real OR e.stage IN ('verified', 'certified'))
)"""
SKIPPED_CLAIM = """NEW.number > 2 AND NOT EXISTS (
    SELECT 1 FROM review_claimversion c
    WHERE c.entry_id = NEW.entry_id AND c.number = NEW.number - 1 AND c.undone_at IS NULL
)"""
LATER_CLAIM = """EXISTS (
    SELECT 1 FROM review_claimversion c
    WHERE c.entry_id = NEW.entry_id AND c.number > NEW.number AND c.undone_at IS NULL
)"""
OTHER_CLAIM = """NEW.claim_version <> COALESCE((
    SELECT c.number FROM review_entry e JOIN review_claimversion c ON c.id = e.claim_id WHERE e.id = NEW.entry_id
), 1)"""
NOT_NEWEST = """COALESCE(NEW.claim_id, 0) <> COALESCE((
    SELECT c.id FROM review_claimversion c WHERE c.entry_id = NEW.id AND c.undone_at IS NULL
    ORDER BY c.number DESC LIMIT 1
), 0)"""
OPEN = "NEW.stage IN ('verified', 'certified') AND NEW.claim_open"
UNANSWERED = """NEW.stage IN ('verified', 'certified') AND OLD.stage NOT IN ('verified', 'certified')
AND NEW.claim_id IS NULL AND EXISTS (
    SELECT 1 FROM review_quote q WHERE q.entry_id = NEW.id AND (
        (q.standing = 'withdrawn' AND q.added_by_id IS NULL)
        OR (q.standing = 'counts' AND (q.split_from_id IS NOT NULL OR q.added_by_id IS NOT NULL))
    )
) AND NOT EXISTS (SELECT 1 FROM review_claimconfirmation f WHERE f.entry_id = NEW.id AND f.undone_at IS NULL)"""
OF_VERIFIED_QUOTE = """EXISTS (
    SELECT 1 FROM review_alignment a JOIN review_quote q ON q.id = a.quote_id JOIN review_entry e ON e.id = q.entry_id
    WHERE a.id = NEW.alignment_id AND e.stage IN ('verified', 'certified')
)"""
REPLY_TO_NONE = """NEW.reply_to_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_comment c
    WHERE c.id = NEW.reply_to_id AND c.entry_id = NEW.entry_id AND c.reply_to_id IS NULL
)"""
NOT_TRUNCATED = """CREATE FUNCTION review_is_not_truncated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION '% rows never change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$"""


def guards() -> Iterator[Guard]:
    """Yield every trigger but those that keep rows from being replaced, or tables from being emptied."""
    yield from _of_rows()
    yield from _of_evidence()
    yield from _of_claims()
    yield from _of_statements()
    yield from _of_feed()


def _of_rows() -> Iterator[Guard]:
    for table in NEVER_CHANGE:
        for moment in ("UPDATE", "DELETE"):
            name = f"{table}_is_append_only_{moment.lower()}"
            yield Guard(name, table, moment, ALWAYS, f"{table} rows never change")
    for table, columns in FROZEN.items():
        yield Guard(f"{table}_identity_is_frozen", table, _update_of(columns), ALWAYS, f"{table}: what came stays")
    table = "review_comment"
    words, replies = _update_of(OF_COMMENT), f"{table}_replies_to_comment"
    yield Guard(f"{table}_words_are_frozen", table, words, ALWAYS, f"{table}: what was said stays")
    yield Guard(f"{table}_is_append_only_delete", table, "DELETE", ALWAYS, f"{table} rows never go")
    yield Guard(replies, table, "INSERT", REPLY_TO_NONE, "not a comment on the entry")


def _of_evidence() -> Iterator[Guard]:
    entry, quote, message = "review_entry", "review_quote", "review_message"
    for moment in ("INSERT", "UPDATE"):
        name = f"review_entry_needs_evidence_{moment.lower()}"
        yield Guard(name, entry, moment, UNPROVEN, "evidence is not aligned")
        name = f"review_quote_part_has_whole_{moment.lower()}"
        yield Guard(name, quote, moment, PART_OF_NONE, "no such split")
    for moment, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
        condition = " OR ".join(map(OF_VERIFIED.format, rows))
        name = f"review_quote_of_verified_stays_{moment.lower()}"
        when = _update_of(OF_QUOTE) if moment == "UPDATE" else moment
        yield Guard(name, quote, when, condition, "the entry is verified")
    yield Guard("review_quote_current_is_its_own", quote, "UPDATE", FOREIGN_CURRENT, "not an attempt at this quote")
    yield Guard("review_quote_whole_or_parts", quote, "UPDATE", PARTS_LEFT, "its parts count")
    yield Guard("review_quote_added_is_no_part", quote, "INSERT", ADDED_PART, "an added quote is no part")
    yield Guard("review_message_versions_follow", message, "INSERT", SKIPPED_VERSION, "a version is missing")
    yield Guard("review_message_of_verified_stays", message, "INSERT", RESTED_ON, "a verified entry rests on it")
    source, correction = "review_citedsource", "review_sourcecorrection"
    yield Guard("review_entry_invents_no_source", entry, "UPDATE", INVENTED, "a source is invented")
    stays = "review_citedsource_of_verified_stays"
    yield Guard(stays, source, "INSERT", OF_VERIFIED.format("NEW"), "the entry is verified")
    yield Guard("review_sourcecorrection_is_open", correction, "INSERT", NOT_OPEN, "nothing to correct")


def _of_claims() -> Iterator[Guard]:
    entry, version, confirmation = "review_entry", "review_claimversion", "review_claimconfirmation"
    for table in (version, confirmation):
        stays = f"{table}_of_verified_stays"
        yield Guard(stays, table, "INSERT", OF_VERIFIED.format("NEW"), "the entry is verified")
    yield Guard("review_claimversions_follow", version, "INSERT", SKIPPED_CLAIM, "a version is missing")
    yield Guard("review_claimconfirmation_of_claim", confirmation, "INSERT", OTHER_CLAIM, "another claim")
    later = "a later version of the claim counts"
    yield Guard("review_claimversion_newest_is_undone", version, "UPDATE", LATER_CLAIM, later)
    newest = "not the newest version of its claim"
    yield Guard("review_entry_has_newest_claim", entry, "UPDATE", NOT_NEWEST, newest)
    unconfirmed = "its claim is not confirmed"
    yield Guard("review_entry_claim_is_confirmed_insert", entry, "INSERT", OPEN, unconfirmed)
    turned = f"{OPEN} AND (OLD.stage <> NEW.stage OR NOT OLD.claim_open)"
    yield Guard("review_entry_claim_is_confirmed_update", entry, "UPDATE", turned, unconfirmed)
    yield Guard("review_entry_claim_is_answered", entry, "UPDATE", UNANSWERED, unconfirmed)


def _of_statements() -> Iterator[Guard]:
    for table, columns in OF_STATEMENTS.items():
        yield Guard(f"{table}_is_append_only_delete", table, "DELETE", ALWAYS, f"{table} rows never change")
        once = "OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL"
        changed = " OR ".join([once, *(f'NEW."{column}" <> OLD."{column}"' for column in columns)])
        only = f"{table} rows are only taken back, once"
        yield Guard(f"{table}_is_append_only_update", table, "UPDATE", changed, only)
        of_verified = OF_VERIFIED.format("NEW") if "entry_id" in columns else OF_VERIFIED_QUOTE
        yield Guard(f"{table}_of_verified_is_kept", table, "UPDATE", of_verified, "the entry is verified")


def _of_feed() -> Iterator[Guard]:
    table = "review_feeditem"
    same = "NEW.event_id = OLD.event_id AND NEW.project_id = OLD.project_id"
    stays = f"OLD.number IS NOT NULL OR NEW.number IS NULL OR NOT ({same})"
    yield Guard(f"{table}_is_numbered_once", table, "UPDATE", stays, "what was told keeps its number")
    yield Guard(f"{table}_is_append_only_delete", table, "DELETE", ALWAYS, f"{table} rows never go")


def _update_of(columns: tuple[str, ...]) -> str:
    return "UPDATE OF " + ", ".join(f'"{column}"' for column in columns)


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger, the index of search, and what enters events in the feed."""
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(NOT_TRUNCATED, params=None)
    for statement in (
        *created(vendor, guards(), NEVER_CHANGE | COMMENTS),
        *created(vendor, (), UNDOABLE, among="undone_at IS NULL"),
        *search_index.created(vendor),
        *feed.created(vendor),
    ):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("review", "0001_tables")]

    operations = [migrations.RunPython(guard)]
