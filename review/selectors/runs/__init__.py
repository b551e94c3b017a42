"""What pages about runs read: how one went, which states what another does not, and how good they are over time."""
