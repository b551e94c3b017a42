"""Mistakes in what programs may do and are told: tokens, tags, keys of calls, webhooks, imports, extraction."""

from tests.mutants.mutation import Mutation

TOKENS, ACCESS = "tests/review/services/people/test_tokens.py", "tests/review/api/test_access.py"
ENTRIES, ERRORS = "tests/review/api/test_entries.py", "tests/review/api/test_errors.py"
DELIVERIES, RECORDS = "tests/review/services/feed/test_deliveries.py", "tests/review/services/imports/test_records.py"
EXTRACT, JOBS = "tests/aligner_core/extraction/test_extract.py", "tests/review/jobs/test_extracting.py"
STARTING = "tests/review/services/extracting/test_starting.py"

MUTATIONS = (
    Mutation(
        "a token keeps what its owner may not do any more",
        "review/selectors/tokens.py",
        "return scope in token.given_scopes and NEEDS[scope] in capabilities_of(token.owner, token.project_id)",
        "return scope in token.given_scopes",
        (f"{TOKENS}::test_a_token_shrinks_with_the_role_of_its_owner",),
    ),
    Mutation(
        "a token is issued for more than its owner may",
        "review/services/people/tokens.py",
        "if not set(scopes) <= set(grantable(capabilities_of(actor, project.pk))):",
        "if False:",
        (f"{TOKENS}::test_a_token_may_do_no_more_than_its_owner",),
    ),
    Mutation(
        "a token that has expired is one",
        "review/selectors/tokens.py",
        "return None if token is None or token.expires_at <= timezone.now() else token",
        "return token",
        (f"{ACCESS}::test_a_token_that_ended_is_none",),
    ),
    Mutation(
        "a token that was revoked is one",
        "review/selectors/tokens.py",
        "tokens.filter(digest=text_hash(secret), revoked_at=None, owner__is_active=True)",
        "tokens.filter(digest=text_hash(secret), owner__is_active=True)",
        (f"{ACCESS}::test_a_token_that_ended_is_none",),
    ),
    Mutation(
        "anybody revokes the token of anybody",
        "review/services/people/tokens.py",
        "if token.owner_id != actor.pk and not may_manage(actor, project.pk):",
        "if False:",
        (f"{TOKENS}::test_who_may_revoke_a_token",),
    ),
    Mutation(
        "a change is made whatever its caller has seen",
        "review/api/tags.py",
        "if tag_of(now) not in _tags(given):",
        "if False:",
        (f"{ERRORS}::test_a_second_program_learns_what_the_first_did", f"{ERRORS}::test_a_change_says_what_was_seen"),
    ),
    Mutation(
        "another call is answered as the one that had its key",
        "review/services/remembered.py",
        "if known is None or known.request != request:",
        "if known is None:",
        (f"{ENTRIES}::test_words_are_added_once_whatever_is_sent_again",),
    ),
    Mutation(
        "a refused call uses up its key",
        "review/api/replays.py",
        "forget_call(row)\n            raise",
        "raise",
        (f"{ENTRIES}::test_a_refused_call_does_not_use_up_its_key",),
    ),
    Mutation(
        "the place in the feed up to which deliveries were made is forgotten",
        "review/services/feed/deliveries.py",
        "Webhook.objects.filter(pk=webhook.pk).update(cursor=page.next)",
        "str(page.next)",
        (f"{DELIVERIES}::test_filling_twice_makes_no_delivery_twice",),
    ),
    Mutation(
        "a signature is of the body alone, and can be sent again for ever",
        "review/services/feed/_secrets.py",
        'signed = f"{name}.{int(at.timestamp())}.".encode() + body',
        "signed = body",
        (f"{DELIVERIES}::test_while_its_secret_is_changed_both_sign",),
    ),
    Mutation(
        "a delivery that failed for the last time waits for ever",
        "review/services/feed/deliveries.py",
        "elif answer.code == GONE or gap is None:",
        "elif answer.code == GONE:",
        (f"{DELIVERIES}::test_a_delivery_that_fails_for_ever_is_dead_and_says_why",),
    ),
    Mutation(
        "a receiver that sends elsewhere has taken a delivery",
        "review/domain/webhooks.py",
        "return 200 <= code < 300",
        "return 200 <= code < 400",
        ("tests/review/domain/test_webhooks.py",),
    ),
    Mutation(
        "an extraction is imported that is not what its digest says",
        "review/services/imports/_extractions.py",
        "if digest(canonical) != stored.digest:",
        "if False:",
        (f"{RECORDS}::test_an_extraction_that_is_not_what_its_digest_says_refuses_its_session",),
    ),
    Mutation(
        "a place is imported without its proof",
        "review/services/imports/_extractions.py",
        'verify(evidence, "" if message is None else message.content)',
        "str(evidence)",
        (f"{RECORDS}::test_a_place_without_its_proof_refuses_its_session",),
    ),
    Mutation(
        "the last answer of a model is taken, not the best one",
        "aligner_core/extraction/best.py",
        "if other is not None and other.is_better_than(one):",
        "if other is not None:",
        (f"{EXTRACT}::test_extract_keeps_a_near_miss_before_an_invention_that_is_answered_later",),
    ),
    Mutation(
        "what the model took back is not told",
        "aligner_core/extraction/best.py",
        "self.withdrawn += 1",
        "self.withdrawn += 0",
        (f"{EXTRACT}::test_extract_has_every_fault_mended",),
    ),
    Mutation(
        "a model is asked whatever it has cost",
        "aligner_core/extraction/reading.py",
        "if self._most is not None and self._spent + tokens > self._most:",
        "if False:",
        (f"{EXTRACT}::test_extract_spends_no_more_tokens_than_it_may",),
    ),
    Mutation(
        "what others spend meanwhile is not looked at",
        "aligner_core/extraction/extract.py",
        "if left is not None:",
        "if False:",
        (f"{EXTRACT}::test_extract_stops_when_others_have_spent_what_was_left",),
    ),
    Mutation(
        "what windows have taken counts twice against what is left",
        "aligner_core/extraction/extract.py",
        "reader.allow(left + sum(one.done.tokens.total for one in found))",
        "reader.allow(left)",
        (f"{EXTRACT}::test_extract_asks_on_while_something_is_left",),
    ),
    Mutation(
        "a job reads what is left of the day at its start alone",
        "review/jobs/extracting.py",
        "on_window=count, tokens_left=left)",
        "on_window=count)",
        (f"{JOBS}::test_an_extraction_ends_when_others_spend_what_is_left_and_keeps_what_it_has",),
    ),
    Mutation(
        "a part that was not read is not told",
        "review/jobs/extracting.py",
        "if extracted.lost:",
        "if not extracted.has_read:",
        (f"{JOBS}::test_an_extraction_ends_when_others_spend_what_is_left_and_keeps_what_it_has",),
    ),
    Mutation(
        "what was withdrawn is not told of a job",
        "review/jobs/extracting.py",
        "withdrawn=extracted.withdrawn",
        "withdrawn=0",
        (f"{JOBS}::test_an_extraction_is_stored_with_its_quotes_mended_as_a_run_of_its_owner",),
    ),
    Mutation(
        "an idle session is read twice by a prompt",
        "review/services/extracting/starting.py",
        "~Exists(ExtractorRun.objects.filter(**of_session)),",
        "",
        (f"{STARTING}::test_an_idle_session_is_left_that_a_model_could_not_answer",),
    ),
    Mutation(
        "an idle session is read again that a person had extracted",
        "review/services/extracting/starting.py",
        "~Exists(Extraction.objects.filter(**of_session)),",
        "",
        (f"{STARTING}::test_a_session_that_a_person_had_extracted_is_not_read_as_idle",),
    ),
)
