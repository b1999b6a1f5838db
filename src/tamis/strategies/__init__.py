"""The learned default, strategies that no paper of ours has, what they have in common, and the table of all."""
