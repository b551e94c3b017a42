"""The derived columns of entries and runs: stored with every change of what they follow from, for lists and counts."""
