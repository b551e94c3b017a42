"""The admin: projects and people can be changed here, everything else can only be read and audited."""

from review.admin import access, entries, registers

__all__ = ["access", "entries", "registers"]
