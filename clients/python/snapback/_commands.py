"""The commands of docs/control.md, by name."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence

Reply = Dict[str, Any]
Body = Mapping[str, Any]


class Commands:
    """Each method returns the daemon's reply, and raises CommandError if it is refused.

    Commands need the role `control`, except `status`, `inspect` and `document`, which need `view`,
    and `inject`, which needs `inject`. `animate` is an animation in the format of scene files.
    """

    def command(self, name: str, timeout: Optional[float] = None, **body: Any) -> Reply:
        raise NotImplementedError

    # generated: commands
    def status(self) -> Reply:
        """Returns the data that `snapback status` prints: views, motion, layout, clients, devices.
        """
        return self.command("status")

    def inspect(self, view: Optional[str] = None) -> Reply:
        """Returns the constraints and bindings of the running scene, or those of one view, each
        with its state.

        view: the name of the view; without it, all constraints and bindings
        """
        return self.command("inspect", view=view)

    def document(self) -> Reply:
        """Returns the document of the running scene as a text in JSON, and the scene's epoch."""
        return self.command("document")

    def change(
        self, changes: Sequence[Body], animate: Optional[Body] = None,
        controlled: Optional[bool] = None,
    ) -> Reply:
        """Changes the running scene in one transaction, or refuses all changes. The reply has the
        `transaction`.

        changes: the changes to make, as one transaction
        animate: the animation of the changes; without it, they take effect at once
        controlled: whether the transaction can be paused, scrubbed and reversed; needs `animate`
        """
        return self.command("change", changes=list(changes), animate=animate, controlled=controlled)

    def run(self, action: str) -> Reply:
        """Runs the next step of an action of the scene. The reply has its `transaction`.

        action: the name of an action that the scene declares
        """
        return self.command("run", action=action)

    def animation(
        self, transaction: int, do: str, fraction: Optional[float] = None, at: Optional[str] = None,
        linearly: Optional[bool] = None, animate: Optional[Body] = None,
    ) -> Reply:
        """Pauses, continues, reverses, scrubs or stops a controlled transaction.

        transaction: a controlled transaction that is running
        do: the operation: `"pause"`, `"continue"`, `"reverse"`, `"scrub"` or `"stop"`
        fraction: with `scrub`: the fraction to show; the transaction is then paused
        at: with `stop`: the state to stop in; `current` by default: `"current"`, `"start"` or
            `"end"`
        linearly: with `scrub`: whether the fraction is a fraction of each value's distance instead
            of the duration; true by default
        animate: with `continue`: the animation of the remaining distance; without it, the
            transaction keeps its own
        """
        return self.command(
            "animation", transaction=transaction, do=do, fraction=fraction, at=at,
            linearly=linearly, animate=animate)

    def load(self, scene: Body, animate: Optional[Body] = None) -> Reply:
        """Replaces the running scene. The value is a document, not a path.

        scene: the document
        animate: the animation of views that both scenes have
        """
        return self.command("load", scene=scene, animate=animate)

    def patch(self, scene: Body, animate: Optional[Body] = None) -> Reply:
        """Merges a part of a scene into the running scene. A key whose value is null is removed.

        scene: the part to merge
        animate: the animation
        """
        return self.command("patch", scene=scene, animate=animate)

    def retarget(
        self, constraint: str, side: str, view: Optional[str] = None,
        attribute: Optional[str] = None, term: Optional[int] = None, animate: Optional[Body] = None,
    ) -> Reply:
        """Moves one side of a constraint to another view or attribute. Without `view` and
        `attribute`, nothing changes; the reply lists the alternatives.

        constraint: the constraint
        side: the left or the right side of the rule: `"first"` or `"second"`
        view: the new item: a view, a guide, or `card.margins` and the like
        attribute: the new attribute
        term: the index of the item on the right side, if there are several
        animate: the animation
        """
        return self.command(
            "retarget", constraint=constraint, side=side, view=view, attribute=attribute, term=term,
            animate=animate)

    def measured(
        self, request: int, width: float, height: float, first_baseline: Optional[float] = None,
        last_baseline: Optional[float] = None,
    ) -> Reply:
        """Answers a `measure` message with the size of the text, in points.

        request: the number of the `measure`
        width: the width of the widest line
        height: the height of all lines
        first_baseline: the distance from the top to the first baseline
        last_baseline: the distance from the last baseline to the bottom
        """
        return self.command(
            "measured", request=request, width=width, height=height, firstBaseline=first_baseline,
            lastBaseline=last_baseline)

    def motion(
        self, rate: Optional[float] = None, reduced: Optional[bool] = None,
        instant: Optional[bool] = None,
    ) -> Reply:
        """Sets the speed and the reduction of all motions, like `motion` in the daemon's
        configuration.

        rate: the speed of all motions; 1 is normal
        reduced: whether motion is reduced
        instant: whether motions end at once
        """
        return self.command("motion", rate=rate, reduced=reduced, instant=instant)

    def rotate(self, rotation: int) -> Reply:
        """Sets the rotation of the picture on its panel: 0, 90, 180 or 270 degrees clockwise.

        rotation: degrees clockwise
        """
        return self.command("rotate", rotation=rotation)

    def inject(self, touches: Sequence[Body], time: Optional[int] = None) -> Reply:
        """Injects touches: objects with `id`, `phase` ("began", "moved", "ended" or "cancelled"),
        and `x` and `y` in points of the screen.

        touches: the touches of one moment
        time: nanoseconds of the daemon's clock; now by default
        """
        return self.command("inject", touches=list(touches), time=time)
    # end of generated
