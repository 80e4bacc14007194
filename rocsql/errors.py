"""The errors rocsql raises itself: one sentence each, with the value and the remedy."""


class RocsqlError(ValueError):
    """Bad input; the message says what is wrong, which value it was and what to do."""


class UnknownMacroError(RocsqlError):
    """A name that is not in the catalogue."""


class UnknownDialectError(RocsqlError):
    """A dialect that the macro has not been written for."""
