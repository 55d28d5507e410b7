"""The commands of docs/control.md, by name."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence

Reply = Dict[str, Any]
Body = Mapping[str, Any]


class Commands:
    """Each gives the daemon's reply, and raises CommandError if it is refused.

    They need the role `control`, `inject` that of its name. `animate` is an animation as scenes
    have it.
    """

    def command(self, name: str, timeout: Optional[float] = None, **body: Any) -> Reply:
        raise NotImplementedError

    def status(self) -> Reply:
        """How the daemon does."""
        return self.command("status")

    def change(
        self, changes: Sequence[Body], animate: Optional[Body] = None,
        controlled: Optional[bool] = None,
    ) -> Reply:
        """Changes the running scene, all or nothing. The reply has the `transaction`."""
        return self.command(
            "change", changes=list(changes), animate=animate, controlled=controlled)

    def run(self, action: str) -> Reply:
        """Sets off an action of the scene."""
        return self.command("run", action=action)

    def animation(
        self, transaction: int, do: str, fraction: Optional[float] = None,
        at: Optional[str] = None,
    ) -> Reply:
        """`do` is "pause", "continue", "reverse", "scrub" (to `fraction`) or "stop" (`at` "start",
        "end" or "current")."""
        return self.command(
            "animation", transaction=transaction, do=do, fraction=fraction, at=at)

    def load(self, scene: Body, animate: Optional[Body] = None) -> Reply:
        """Puts another scene in place of the running one; a document, not a path."""
        return self.command("load", scene=scene, animate=animate)

    def patch(self, scene: Body, animate: Optional[Body] = None) -> Reply:
        """Merges a part of a scene into the running one."""
        return self.command("patch", scene=scene, animate=animate)

    def retarget(
        self, constraint: str, side: str, view: Optional[str] = None,
        attribute: Optional[str] = None, term: Optional[int] = None,
        animate: Optional[Body] = None,
    ) -> Reply:
        """Moves the "first" or "second" side of a constraint to another view or attribute.

        `term` says which, from 0, where the second side has several. With neither view nor
        attribute nothing changes. The reply lists what may stand there.
        """
        return self.command(
            "retarget", constraint=constraint, side=side, view=view, attribute=attribute,
            term=term, animate=animate)

    def measured(
        self, request: int, width: float, height: float,
        first_baseline: Optional[float] = None, last_baseline: Optional[float] = None,
    ) -> Reply:
        """Answers a `Measure`: how large the text is, in points."""
        return self.command(
            "measured", request=request, width=width, height=height,
            firstBaseline=first_baseline, lastBaseline=last_baseline)

    def motion(
        self, rate: Optional[float] = None, reduced: Optional[bool] = None,
        instant: Optional[bool] = None,
    ) -> Reply:
        """How all motions run: as `motion` of the daemon's configuration."""
        return self.command("motion", rate=rate, reduced=reduced, instant=instant)

    def rotate(self, rotation: int) -> Reply:
        """Turns the picture on the panel: 0, 90, 180 or 270 degrees."""
        return self.command("rotate", rotation=rotation)

    def inject(self, touches: Sequence[Body], time: Optional[int] = None) -> Reply:
        """Touches as if from a device: `id`, `phase` ("began", "moved", "ended", "cancelled"),
        `x` and `y` in points of the screen."""
        return self.command("inject", touches=list(touches), time=time)
