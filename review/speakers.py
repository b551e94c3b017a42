"""Who said a message, from the role it came with: formats spell the same speaker in several ways."""

from itertools import chain

SPELLINGS = {
    "user": ("", "user", "human"),
    "assistant": ("assistant", "ai", "model", "bot"),
    "tool": ("tool", "tool_result", "tool_output", "function"),
    "system": ("system", "developer"),
    "sub_agent": ("sub_agent", "sub-agent", "subagent", "sidechain"),
    "summary": ("summary", "compaction", "compact_summary"),
    "document": ("document", "chunk"),
}
"""A message without a role was said by the user: sessions of bare texts are notes of a person."""
USER = "user"
DOCUMENT = "document"
FIRST_HAND = frozenset({USER, DOCUMENT})
"""Whose words are a source by themselves: a chunk that was retrieved is what an answer has to rest on."""
OTHER = "other"
KNOWN = tuple(chain.from_iterable(SPELLINGS.values()))
_SPEAKERS = {spelling: speaker for speaker, spellings in SPELLINGS.items() for spelling in spellings}


def speaker_of(role: str) -> str:
    """Name who said a message.

    >>> speaker_of("Human"), speaker_of(""), speaker_of("tool_result"), speaker_of("narrator")
    ('user', 'user', 'tool', 'other')
    """
    return _SPEAKERS.get(role.strip().lower(), OTHER)
