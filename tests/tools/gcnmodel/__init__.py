"""Exact models of GCN vector instructions."""
