"""How a scenario says that something is not as it should be."""


class Failed(Exception):
    """A failed expectation of a scenario, or a timeout."""


def expect(condition, text):
    """Fails the scenario with `text` unless the condition holds."""
    if not condition:
        raise Failed(text)
