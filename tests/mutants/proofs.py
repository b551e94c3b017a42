"""Mistakes in what proves that nothing was changed: the audit of the store, and the verifiers of bundles."""

from tests.mutants.mutation import Mutation

AUDIT, VERIFIER = "tests/review/services/audit", "tests/review/verifier"

MUTATIONS = (
    Mutation(
        "a trigger that was not shipped is passed over",
        "review/services/audit/_rules.py",
        "for name in sorted(stored.keys() | shipped.keys()):",
        "for name in sorted(shipped.keys()):",
        (f"{AUDIT}/test_every_schema_object.py",),
    ),
    Mutation(
        "the tables of Django are not compared",
        "review/services/audit/_rules.py",
        'SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"',
        "SQLITE = \"SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name LIKE 'review%'\"",
        (f"{AUDIT}/test_every_schema_object.py",),
    ),
    Mutation(
        "an invitation that is gone is passed over",
        "review/services/audit/_people_vs_journal.py",
        'recorded.invitations.keys() - set(Invitation.objects.values_list("pk", flat=True))',
        "recorded.revoked - recorded.revoked",
        (f"{AUDIT}/test_audit_store_people.py",),
    ),
    Mutation(
        "a project that is gone is passed over",
        "review/domain/replay.py",
        'if "project" in event.body:',
        'if "project" not in event.body:',
        (f"{AUDIT}/test_audit_store_people.py",),
    ),
    Mutation(
        "a row that refers to one that is gone is passed over",
        "review/services/audit/_references.py",
        ".exclude(there)",
        ".filter(there).exclude(there)",
        (f"{AUDIT}/test_audit_store_references.py",),
    ),
    Mutation(
        "what was undone has its effect in the replay",
        "review/domain/replay.py",
        "if event.event_id not in reverted:",
        "if event.event_id:",
        ("tests/review/domain/test_replay.py",),
    ),
    Mutation(
        "any time of a statement will do",
        "review/services/audit/_moments.py",
        "return matches_recorded_time(stored, recorded)",
        "return True",
        (f"{AUDIT}/test_moments.py",),
    ),
    Mutation(
        "a text that a person types is not marked as theirs",
        "review/domain/events/requests.py",
        "comment: PersonText",
        "comment: str",
        ("tests/review/domain/test_events.py",),
    ),
    Mutation(
        "a batch of somebody else is passed over",
        "review/services/audit/_batches.py",
        "recorded.decided == {(batch.made_by.get_username(), batch.reason)}",
        "{reason for _, reason in recorded.decided} == {batch.reason}",
        (f"{AUDIT}/test_audit_store_batches.py",),
    ),
    Mutation(
        "the reason of a batch is not compared",
        "review/services/audit/_batches.py",
        "recorded.decided == {(batch.made_by.get_username(), batch.reason)}",
        "{actor for actor, _ in recorded.decided} == {batch.made_by.get_username()}",
        (f"{AUDIT}/test_audit_store_batches.py",),
    ),
    Mutation(
        "the fix of another quote is passed over",
        "review/services/derived/failures.py",
        "(row.group, row.fix) != (again.group, again.fix)",
        "row.group != again.group",
        (f"{AUDIT}/test_audit_store_failures.py",),
    ),
    Mutation(
        "the sources of an answer are not compared with the journal",
        "review/services/audit/_entry_vs_journal.py",
        'Part("sources_unaccounted", lambda state: state.sources),',
        "",
        (f"{AUDIT}/test_audit_store_references.py",),
    ),
    Mutation(
        "a verifier prints what a bundle says as it is",
        "review/verifier/verify.py",
        'print("\\n".join(map(printable, lines)))',
        'print("\\n".join(lines))',
        (f"{VERIFIER}/test_verify_hostile.py",),
    ),
    Mutation(
        "a verifier unpacks what no manifest names",
        "review/verifier/verify.py",
        "files[name] = take(name, size + 1)",
        "files |= {one: take(one, MAX_UNNAMED) for one in held}",
        (f"{VERIFIER}/test_verify_hostile.py",),
    ),
    Mutation(
        "a verifier reads more than its limit",
        "review/verifier/verify.py",
        "if most < 0 or len(files) >= MAX_FILES:",
        "if len(files) >= MAX_FILES:",
        (f"{VERIFIER}/test_verify_hostile.py",),
    ),
    Mutation(
        "a verifier passes over a line that is no record",
        "review/verifier/verify.py",
        "raise ValueError(number)",
        "continue",
        (f"{VERIFIER}/test_verify_hostile.py",),
    ),
    Mutation(
        "a verifier passes over a file more in a folder",
        "review/verifier/verify.py",
        "for name in sorted(held) if name not in files]",
        "for name in sorted(held) if name not in files and isinstance(held, set)]",
        (f"{VERIFIER}/test_verify_hostile.py",),
    ),
)
