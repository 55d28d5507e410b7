import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import SnapbackProtocol

/// Writes a layout as one JSON object.
struct LayoutJSON {
  private let scene: LaidOutScene

  init(_ scene: LaidOutScene) {
    self.scene = scene
  }

  var text: String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginArray("views")
    for view in scene.viewIDs { write(view, to: &writer) }
    writer.endArray()
    writer.beginArray("guides")
    for (name, frame) in scene.layout.guideFrames {
      writer.beginObject()
      writer.string(name, "id")
      write(frame, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.beginArray("constraints")
    for status in scene.layout.constraintStatuses { write(status, to: &writer) }
    writer.endArray()
    writer.beginArray("conflicts")
    for conflict in scene.report.conflicts {
      writer.beginObject()
      writer.string(conflict.victim, "victim")
      writer.beginArray("others")
      for other in conflict.others { writer.string(other) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.beginArray("ambiguities")
    for ambiguity in scene.ambiguities {
      writer.beginObject()
      writer.string(ambiguity.item, "item")
      writer.beginArray("attributes")
      for attribute in ambiguity.attributes { writer.string(attribute.rawValue) }
      writer.endArray()
      writer.string(ambiguity.cause.rawValue, "cause")
      writer.endObject()
    }
    writer.endArray()
    writer.beginArray("warnings")
    for line in scene.report.warnings { writer.string(line) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(_ view: ViewID, to writer: inout JSONWriter) {
    let frame = scene.frame(of: view)
    writer.beginObject()
    writer.string(scene.layout.name(of: view), "id")
    write(frame, to: &writer)
    if let size = scene.layout.contentSize(of: view) {
      writer.beginArray("content")
      writer.length(size.width)
      writer.length(size.height)
      writer.endArray()
    }
    if !scene.isShown(view) { writer.boolean(true, "hidden") }
    writer.endObject()
  }

  private func write(_ frame: Rect, to writer: inout JSONWriter) {
    writer.beginArray("frame")
    for number in [frame.left, frame.top, frame.size.width, frame.size.height] {
      writer.length(number)
    }
    writer.endArray()
  }

  private func write(_ status: ConstraintStatus, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string(status.constraint.identifier, "id")
    writer.string(status.text, "rule")
    writer.boolean(status.isActive, "active")
    writer.boolean(status.isGenerated, "generated")
    writer.boolean(status.isTight, "tight")
    writer.length(status.violation, "violation")
    writer.endObject()
  }
}
