"""The errors rocsql raises itself: one sentence each, with the value and the remedy."""


class RocsqlError(ValueError):
    """Bad input; the message says what is wrong, which value it was and what to do."""


def missing_extra(what: str, extra: str) -> str:
    """The sentence about packages that are not installed, and how to install them: from an index, or in a checkout.

    >>> missing_extra("Charts need Altair", "plot")
    "Charts need Altair: pip install 'rocsql[plot]', or in a checkout of rocsql: pip install -e '.[plot]'."
    """
    return f"{what}: pip install 'rocsql[{extra}]', or in a checkout of rocsql: pip install -e '.[{extra}]'."


class UnknownMacroError(RocsqlError):
    """A name that is not in the catalogue."""


class UnknownDialectError(RocsqlError):
    """A dialect that the macro has not been written for."""
