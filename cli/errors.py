"""What a command may fail with; each message is one line."""


class Usage(Exception):
    """Bad usage or configuration: status 2."""


class Failure(Exception):
    """A run that failed: status 1."""
