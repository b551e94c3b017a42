"""Data for the pages about runs: the outcome of one, the comparison of two, and quality over time."""
