"""Benchmarks of rocsql and its peers side by side, on the same data in one run; never collected by the tests."""
