"""What Valhall instructions do, by exact arithmetic."""
