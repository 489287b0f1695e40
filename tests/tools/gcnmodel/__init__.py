"""What GCN vector instructions do, by exact arithmetic."""
