"""Decisions about touches and their reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional


@dataclass(frozen=True)
class Decision:
    """A decision about input: `kind` is "hit" (the view that a contact is on), "step" (the next
    state of a gesture) or "follower" (a binding with `follow` begins to move or comes to rest).

    `text` states the decision and its reason in words; `body` has the keys that docs/protocol.md
    lists. `view` is None if the contact is on no view.
    """

    time: int
    kind: str
    view: Optional[str]
    text: str
    body: Dict[str, Any]
