import SnapbackGeometry
import SnapbackTiming

/// What snapshots and frames say of a view.
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
    append(state.frame, "frame")
    pair("translation", state.transform.translation.dx, state.transform.translation.dy)
    writer.factor(state.transform.rotation, "rotation")
    factors("scale", state.transform.scale)
    if state.transform.shear != 0 { writer.factor(state.transform.shear, "shear") }
    writer.factor(min(max(state.alpha, 0), 1), "alpha")
    if !state.isVisible { writer.boolean(false, "visible") }
    if let color = state.color { writer.color(color, "color") }
    writer.beginArray("toScreen")
    writer.factor(state.toScreen.a)
    writer.factor(state.toScreen.b)
    writer.factor(state.toScreen.c)
    writer.factor(state.toScreen.d)
    writer.length(state.toScreen.tx)
    writer.length(state.toScreen.ty)
    writer.endArray()
    append(state.boundingBox, "box")
    writer.beginObject("velocity")
    if state.frameVelocity != .zero {
      writer.beginArray("frame")
      writer.length(state.frameVelocity.x)
      writer.length(state.frameVelocity.y)
      writer.length(state.frameVelocity.width)
      writer.length(state.frameVelocity.height)
      writer.endArray()
    }
    pair("translation", state.translationVelocity.dx, state.translationVelocity.dy)
    writer.factor(state.rotationVelocity, "rotation")
    if state.scaleVelocity != .zero { factors("scale", state.scaleVelocity) }
    if state.shearVelocity != 0 { writer.factor(state.shearVelocity, "shear") }
    writer.endObject()
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

  /// A rectangle as its place and size.
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

  private mutating func factors(_ key: String, _ vector: Vector) {
    writer.beginArray(key)
    writer.factor(vector.dx)
    writer.factor(vector.dy)
    writer.endArray()
  }

  mutating func end() {
    writer.endObject()
    writer.endObject()
    writer.endLine()
  }
}
