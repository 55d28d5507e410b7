import SnapbackBasics

/// The parts of snapshots and frames that describe a view.
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

  mutating func append(_ state: ViewState, view: Int, _ appearances: [ViewAppearance]) {
    guard appearances.indices.contains(view) else { return }
    writer.beginObject()
    writer.string(appearances[view].name, "id")
    append(state)
    writer.endObject()
  }

  mutating func append(_ state: ViewState) {
    writer.append(atMost: StateText.limit) { stateText.store(state, at: 0, in: &$0) }
  }

  mutating func append(_ text: TextAppearance) {
    writer.beginObject("text")
    writer.string(text.string, "string")
    if let style = text.style { writer.string(style, "style") }
    writer.length(text.size, "size")
    writer.length(text.lineHeight, "lineHeight")
    writer.length(text.firstBaseline, "firstBaseline")
    writer.length(text.lastBaseline, "lastBaseline")
    writer.integer(UInt64(clamping: text.lineLimit), "lines")
    writer.endObject()
  }

  /// A rectangle as its position and size.
  mutating func append(_ rect: Rect, _ key: String) {
    writer.beginArray(key)
    writer.length(rect.left)
    writer.length(rect.top)
    writer.length(rect.size.width)
    writer.length(rect.size.height)
    writer.endArray()
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
