"""The worked example of a check: eight quotes of an answer, three sources."""

from aligner_core import Source

SOURCES = (
    Source(
        "returns.md",
        "You can return the item within 90 days of delivery. Opened software is excluded.\n"
        "Thanks! Contact support before you send anything back, they will mail you a label.",
    ),
    Source("refunds.md", "Refunds go to the original payment method, usually within five working days."),
    Source("shipping.md", "Return shipping costs 4.90 EUR. Premium members pay no return shipping in the EU."),
)
QUOTES = (
    "You can return the item within 30 days of delivery.",
    "Contact support before sending anything back",
    "The warranty covers accidental damage for two years.",
    {"quote": "Opened software is excluded", "messageIndex": 1},
    "Premium members pay no return shipping in the EU",
    "Return shipping costs 4.90 EUR",
    "refunds go to the original payment method",
    "usually within five workin days",
)
