public import SnapbackDocument
import SnapbackProtocol

/// The commands of `docs/control.md`. Each one waits for its reply, and throws
/// ``ClientError/rejected(code:message:)`` if the daemon refuses it.
extension Client {
  // generated: command methods
  /// Returns the data that `snapback status` prints: views, motion, layout, clients, devices.
  @discardableResult
  public func status(
    within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("status", within: seconds)
  }

  /// Returns the constraints and bindings of the running scene, or those of one view, each with its
  /// state.
  ///
  /// - Parameters:
  ///   - view: the name of the view; without it, all constraints and bindings.
  @discardableResult
  public func inspect(
    _ view: String? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("inspect", within: seconds) { writer in
      if let view { writer.string(view, "view") }
    }
  }

  /// Returns the document of the running scene as a text in JSON, and the scene's epoch.
  @discardableResult
  public func document(
    within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("document", within: seconds)
  }

  /// Changes the running scene in one transaction, or refuses all changes. The reply has the
  /// `transaction`.
  ///
  /// - Parameters:
  ///   - changes: the changes to make, as one transaction.
  ///   - animate: the animation of the changes; without it, they take effect at once.
  ///   - controlled: whether the transaction can be paused, scrubbed and reversed; needs `animate`.
  @discardableResult
  public func change(
    _ changes: [DocumentNode], animate: DocumentNode? = nil, controlled: Bool? = nil,
    within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("change", within: seconds) { writer in
      writer.documents(changes, "changes")
      if let animate { writer.document(animate, "animate") }
      if let controlled { writer.boolean(controlled, "controlled") }
    }
  }

  /// Runs the next step of an action of the scene. The reply has its `transaction`.
  ///
  /// - Parameters:
  ///   - action: the name of an action that the scene declares.
  @discardableResult
  public func run(
    _ action: String, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("run", within: seconds) { writer in
      writer.string(action, "action")
    }
  }

  /// Pauses, continues, reverses, scrubs or stops a controlled transaction.
  ///
  /// - Parameters:
  ///   - transaction: a controlled transaction that is running.
  ///   - action: the operation: `"pause"`, `"continue"`, `"reverse"`, `"scrub"` or `"stop"`.
  ///   - fraction: with `scrub`: the fraction to show; the transaction is then paused.
  ///   - at: with `stop`: the state to stop in; `current` by default: `"current"`, `"start"` or
  ///     `"end"`.
  ///   - linearly: with `scrub`: whether the fraction is a fraction of each value's distance
  ///     instead of the duration; true by default.
  ///   - animate: with `continue`: the animation of the remaining distance; without it, the
  ///     transaction keeps its own.
  @discardableResult
  public func animation(
    _ transaction: UInt64, action: String, fraction: Double? = nil, at: String? = nil,
    linearly: Bool? = nil, animate: DocumentNode? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("animation", within: seconds) { writer in
      writer.integer(transaction, "transaction")
      writer.string(action, "do")
      if let fraction { writer.factor(fraction, "fraction") }
      if let at { writer.string(at, "at") }
      if let linearly { writer.boolean(linearly, "linearly") }
      if let animate { writer.document(animate, "animate") }
    }
  }

  /// Replaces the running scene. The value is a document, not a path.
  ///
  /// - Parameters:
  ///   - scene: the document.
  ///   - animate: the animation of views that both scenes have.
  @discardableResult
  public func load(
    _ scene: DocumentNode, animate: DocumentNode? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("load", within: seconds) { writer in
      writer.document(scene, "scene")
      if let animate { writer.document(animate, "animate") }
    }
  }

  /// Merges a part of a scene into the running scene. A key whose value is null is removed.
  ///
  /// - Parameters:
  ///   - scene: the part to merge.
  ///   - animate: the animation.
  @discardableResult
  public func patch(
    _ scene: DocumentNode, animate: DocumentNode? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("patch", within: seconds) { writer in
      writer.document(scene, "scene")
      if let animate { writer.document(animate, "animate") }
    }
  }

  /// Moves one side of a constraint to another view or attribute. Without `view` and `attribute`,
  /// nothing changes; the reply lists the alternatives.
  ///
  /// - Parameters:
  ///   - constraint: the constraint.
  ///   - side: the left or the right side of the rule: `"first"` or `"second"`.
  ///   - view: the new item: a view, a guide, or `card.margins` and the like.
  ///   - attribute: the new attribute.
  ///   - term: the index of the item on the right side, if there are several.
  ///   - animate: the animation.
  @discardableResult
  public func retarget(
    _ constraint: String, side: String, view: String? = nil, attribute: String? = nil,
    term: UInt64? = nil, animate: DocumentNode? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("retarget", within: seconds) { writer in
      writer.string(constraint, "constraint")
      writer.string(side, "side")
      if let view { writer.string(view, "view") }
      if let attribute { writer.string(attribute, "attribute") }
      if let term { writer.integer(term, "term") }
      if let animate { writer.document(animate, "animate") }
    }
  }

  /// Answers a `measure` message with the size of the text, in points.
  ///
  /// - Parameters:
  ///   - request: the number of the `measure`.
  ///   - width: the width of the widest line.
  ///   - height: the height of all lines.
  ///   - firstBaseline: the distance from the top to the first baseline.
  ///   - lastBaseline: the distance from the last baseline to the bottom.
  @discardableResult
  public func measured(
    _ request: UInt64, width: Double, height: Double, firstBaseline: Double? = nil,
    lastBaseline: Double? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("measured", within: seconds) { writer in
      writer.integer(request, "request")
      writer.factor(width, "width")
      writer.factor(height, "height")
      if let firstBaseline { writer.factor(firstBaseline, "firstBaseline") }
      if let lastBaseline { writer.factor(lastBaseline, "lastBaseline") }
    }
  }

  /// Sets the speed and the reduction of all motions, like `motion` in the daemon's configuration.
  ///
  /// - Parameters:
  ///   - rate: the speed of all motions; 1 is normal.
  ///   - reduced: whether motion is reduced.
  ///   - instant: whether motions end at once.
  @discardableResult
  public func motion(
    _ rate: Double? = nil, reduced: Bool? = nil, instant: Bool? = nil,
    within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("motion", within: seconds) { writer in
      if let rate { writer.factor(rate, "rate") }
      if let reduced { writer.boolean(reduced, "reduced") }
      if let instant { writer.boolean(instant, "instant") }
    }
  }

  /// Sets the rotation of the picture on its panel: 0, 90, 180 or 270 degrees clockwise.
  ///
  /// - Parameters:
  ///   - rotation: degrees clockwise.
  @discardableResult
  public func rotate(
    _ rotation: UInt64, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("rotate", within: seconds) { writer in
      writer.integer(rotation, "rotation")
    }
  }

  /// Injects touches: objects with `id`, `phase` ("began", "moved", "ended" or "cancelled"), and
  /// `x` and `y` in points of the screen.
  ///
  /// - Parameters:
  ///   - touches: the touches of one moment.
  ///   - time: nanoseconds of the daemon's clock; now by default.
  @discardableResult
  public func inject(
    _ touches: [DocumentNode], time: UInt64? = nil, within seconds: Double = patience
  ) throws(ClientError) -> Reply {
    try perform("inject", within: seconds) { writer in
      writer.documents(touches, "touches")
      if let time { writer.integer(time, "time") }
    }
  }
  // end of generated
}
