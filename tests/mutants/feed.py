"""Mistakes in the feed and in webhooks: what is missed, told twice, sent inside, or for ever."""

from tests.mutants.mutation import Mutation

EVENTS, MEMORIES = "tests/review/selectors/feed/test_events.py", "tests/review/selectors/feed/test_memories.py"
DELIVERIES, POSTING = "tests/review/services/feed/test_deliveries.py", "tests/review/services/feed/test_posting.py"

MUTATIONS = (
    Mutation(
        "a page that is not full begins again at its last item",
        "review/selectors/feed/events.py",
        "return numbers[-1] if len(numbers) == limit else max(after, newest, *numbers[-1:])",
        "return numbers[-1] if numbers else after",
        (EVENTS,),
    ),
    Mutation(
        "an entry that was never verified is told of",
        "review/selectors/feed/memories.py",
        "~Exists(later), Exists(verified)",
        "~Exists(later)",
        (MEMORIES,),
    ),
    Mutation(
        "a memory is told once for each of its moves",
        "review/selectors/feed/memories.py",
        "~Exists(later), Exists(verified)",
        "Exists(verified)",
        (MEMORIES,),
    ),
    Mutation(
        "a rejected memory still holds",
        "review/selectors/feed/memories.py",
        "return self.entry.stage in ABOVE_CANDIDATE and self.entry.rejected_at is None",
        "return self.entry.stage in ABOVE_CANDIDATE",
        (MEMORIES,),
    ),
    Mutation(
        "two workers send the same delivery",
        "review/services/feed/deliveries.py",
        "state=DeliveryState.WAITING, due=delivery.due)",
        "state=DeliveryState.WAITING)",
        (f"{DELIVERIES}::test_two_workers_send_a_delivery_once",),
    ),
    Mutation(
        "a receiver that is gone is told for ever",
        "review/services/feed/deliveries.py",
        "_switch_off(delivery.webhook)\n",
        "pass\n",
        (f"{DELIVERIES}::test_a_receiver_that_is_gone_is_sent_nothing_more_until_it_is_switched_on",),
    ),
    Mutation(
        "a slow receiver holds up the others",
        "review/services/feed/deliveries.py",
        "found = due.exclude(webhook__in=resting)",
        "found = due.exclude(webhook__in=[])",
        (f"{DELIVERIES}::test_one_that_fails_holds_up_no_other",),
    ),
    Mutation(
        "the secret before signs no more at once",
        "review/services/feed/_secrets.py",
        "webhook.previous_until is not None and at < webhook.previous_until",
        "webhook.previous_until is not None and at > webhook.previous_until",
        (f"{DELIVERIES}::test_while_its_secret_is_changed_both_sign",),
    ),
    Mutation(
        "one public address of a name is enough",
        "review/services/feed/_posting.py",
        "not all(is_public(ip_address(one)) for one in addresses)",
        "not any(is_public(ip_address(one)) for one in addresses)",
        (POSTING,),
    ),
    Mutation(
        "an answer that was cut in its head counts",
        "review/services/feed/_posting.py",
        "if cut.is_late:  # the head",
        "if False:  # the head",
        (f"{DELIVERIES}::test_each_event_arrives_once_through_a_hostile_receiver",),
    ),
    Mutation(
        "an address in IPv6 clothes is taken for a public one",
        "review/domain/addresses.py",
        "return [address.ipv4_mapped]",
        "return []",
        ("tests/review/domain/test_addresses.py",),
    ),
)
