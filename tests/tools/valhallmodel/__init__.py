"""Exact models of Valhall instructions."""
