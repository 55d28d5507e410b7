import SnapbackBasics

/// Encodes the parts of snapshots and frames that describe a view.
extension MessageEncoder {
  mutating func beginFrame(_ frame: SceneFrame, _ sequence: UInt64, computed: Instant?) {
    writer.beginObject()
    writer.beginObject("frame")
    writer.integer(sequence, "seq")
    writer.integer(frame.time.nanoseconds, "time")
    if let computed { writer.integer(computed.nanoseconds, "computed") }
    writer.integer(frame.revision, "revision")
    writer.beginArray("views")
  }

  mutating func append(
    _ state: ViewState, view: Int, _ appearances: [ViewAppearance], look: MovingLook? = nil
  ) {
    guard appearances.indices.contains(view) else { return }
    writer.beginObject()
    writer.string(appearances[view].name, "id")
    append(state)
    if state.hasMovingRadius { writer.length(state.cornerRadius, "cornerRadius") }
    if let look { append(look) }
    writer.endObject()
  }

  private mutating func append(_ look: MovingLook) {
    writer.beginObject("look")
    writer.paint(look.textColor, "textColor")
    writer.paint(look.borderColor, "borderColor")
    writer.factor(look.fillAlpha, "fillAlpha")
    writer.length(look.borderWidth, "borderWidth")
    writer.factor(look.shadowOpacity, "shadowOpacity")
    writer.length(look.shadowRadius, "shadowRadius")
    pair("shadowOffset", look.shadowOffset.dx, look.shadowOffset.dy)
    writer.endObject()
  }

  mutating func append(_ state: ViewState) {
    writer.append(atMost: StateText.limit) { stateText.store(state, at: 0, in: &$0) }
  }

  mutating func head(_ frame: SceneFrame, _ sequence: UInt64) {
    writer.integer(sequence, "seq")
    writer.integer(frame.time.nanoseconds, "time")
    writer.integer(frame.revision, "revision")
  }

  mutating func pair(_ key: String, _ x: Double, _ y: Double) {
    writer.beginArray(key)
    writer.length(x)
    writer.length(y)
    writer.endArray()
  }

  mutating func end() {
    writer.endObject()
    writer.endObject()
    writer.endLine()
  }
}
