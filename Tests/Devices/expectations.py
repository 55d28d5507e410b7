"""How a scenario says that something is not as it should be."""


class Failed(Exception):
    """What a scenario saw, or waited for in vain."""


def expect(condition, text):
    """Fails the scenario with `text` unless the condition holds."""
    if not condition:
        raise Failed(text)
