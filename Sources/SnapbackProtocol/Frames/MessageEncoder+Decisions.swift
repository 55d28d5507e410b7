import SnapbackBasics

/// Encodes decisions about input.
extension MessageEncoder {
  /// Appends a decision about input, with its reason.
  public mutating func decision(_ decision: InputDecision) {
    writer.beginObject()
    writer.beginObject("decision")
    writer.integer(decision.time.nanoseconds, "time")
    switch decision.subject {
    case .hit(let hit): append(hit)
    case .step(let step): append(step)
    case .follower(let follower): append(follower)
    }
    writer.string(decision.text, "text")
    end()
  }

  private mutating func append(_ hit: InputDecision.Hit) {
    writer.string("hit", "kind")
    writer.integer(hit.contact, "contact")
    pair("point", hit.point.x, hit.point.y)
    if let view = hit.view { writer.string(view, "view") }
    writer.beginArray("misses")
    for miss in hit.misses {
      writer.beginObject()
      writer.string(miss.view, "view")
      writer.string(miss.reason, "reason")
      if let by = miss.by { writer.string(by, "by") }
      writer.endObject()
    }
    writer.endArray()
    writer.beginArray("candidates")
    for gesture in hit.candidates {
      writer.beginObject()
      append(gesture)
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func append(_ step: InputDecision.Step) {
    writer.string("step", "kind")
    append(step.gesture)
    writer.string(step.state.rawValue, "state")
    if let reason = step.reason { writer.string(reason, "reason") }
    guard let other = step.other else { return }
    writer.beginObject("other")
    append(other)
    writer.endObject()
  }

  private mutating func append(_ follower: InputDecision.Follower) {
    writer.string("follower", "kind")
    writer.string(follower.binding, "binding")
    writer.string(follower.view, "view")
    writer.string(follower.isMoving ? "moves" : "rests", "state")
  }

  private mutating func append(_ gesture: InputDecision.Gesture) {
    writer.string(gesture.kind, "gesture")
    if let name = gesture.name { writer.string(name, "name") }
    writer.string(gesture.view, "view")
  }
}
