"""Measurements, each as a ratio taken in one run: `make bench`, or `python -m bench NAME ...`."""
