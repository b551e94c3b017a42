"""Names of codes that uploads and people give; what has no name is shown as it is."""

from review.domain.roles import Role
from review.models.sessions import speaker_of
from review.wording.codes import ENTRY_TYPES, MEMBER_ROLES, SPEAKER_ROLES


def type_name(code: str) -> str:
    """Return the name of an entry's type."""
    return str(ENTRY_TYPES.get(code, code))


def type_code(name: str) -> str:
    """Return the code of the type of a name, in the language of the reader; what names none is its own code."""
    codes = {str(known).casefold(): code for code, known in ENTRY_TYPES.items()}
    return codes.get(name.casefold(), name)


def speaker_name(code: str) -> str:
    """Return the name of a speaker's role."""
    return str(SPEAKER_ROLES.get(speaker_of(code), code))


def member_role(code: str) -> str:
    """Return the name of a member's role."""
    return str(MEMBER_ROLES[Role(code)]) if code in set(Role) else code
