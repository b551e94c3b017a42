"""Hooks of coding agents: quotes are checked before a memory is written, sessions sent, memories handed over."""
