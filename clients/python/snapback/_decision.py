"""Why touches became what they became."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional


@dataclass(frozen=True)
class Decision:
    """A decision about input: `kind` is "hit", which view a contact is on, or "step", what a
    gesture has come to.

    `text` says it and the reason in words, `body` by the keys that docs/protocol.md lists; `view`
    is None where a contact is on none.
    """

    time: int
    kind: str
    view: Optional[str]
    text: str
    body: Dict[str, Any]
