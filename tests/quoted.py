"""A conversation that is quoted in every way: exactly, differing, in two places, in another message, and not at all."""

SAID = [
    {"role": "user", "content": "We keep 21 builds of every branch. The cache lives for one hour."},
    {"role": "tool", "content": "The cache lives for one hour, and the cache lives for one hour."},
]
EXACT, DIFFERING, AMBIGUOUS, MOVED, LOST = (
    {"messageIndex": 0, "quote": "keep 21 builds of every branch"},
    {"messageIndex": 0, "quote": "We keep 12 builds of every branch."},
    {"messageIndex": 1, "quote": "cache lives for one hour"},
    {"messageIndex": 1, "quote": "keep 21 builds of every branch"},
    {"messageIndex": 0, "quote": "nobody has ever said anything like it here"},
)
