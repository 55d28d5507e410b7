import SnapbackBasics
import SnapbackProtocol
import SnapbackReplay
import SnapbackTouches

/// Formats the touch frames that the decoders of a recording's devices report, each as a line of
/// JSON.
///
/// Unlike the contacts in ``ContactLines``, these frames are filtered, and a touchpad moves a
/// cursor.
enum FrameLines {
  static func json(
    _ playback: Playback, rotation: PanelRotation, screen: (Int) -> Size
  ) -> [String] {
    var lines: [String] = []
    for (index, stream) in playback.devices.enumerated() {
      var decoder = playback.decoders(screen: screen(index), rotation: rotation)[index]
      func add(_ frame: TouchFrame?) {
        if let frame { lines.append(line(frame, of: stream.device)) }
      }
      for step in playback.steps where step.device == index {
        while let deadline = decoder.deadline, deadline <= step.event.time {
          add(decoder.advance(to: deadline))
        }
        add(decoder.consume(step.event))
      }
      add(decoder.cancelAll(at: playback.duration))
    }
    return lines
  }

  private static func line(_ frame: TouchFrame, of device: DeviceProfile) -> String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("frame")
    writer.integer(frame.time.nanoseconds, "time")
    writer.string(device.name, "device")
    if !frame.contacts.isEmpty { write(frame.contacts, &writer) }
    if let scroll = frame.scroll {
      writer.beginObject("scroll")
      writer.string(scroll.phase.rawValue, "phase")
      write(scroll.position, &writer)
      writer.length(scroll.delta.dx, "dx")
      writer.length(scroll.delta.dy, "dy")
      writer.endObject()
    }
    if let hover = frame.hover {
      writer.beginObject("hover")
      if case .at(let point) = hover { write(point, &writer) }
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ contacts: [Contact], _ writer: inout JSONWriter) {
    writer.beginArray("contacts")
    for contact in contacts {
      writer.beginObject()
      writer.integer(contact.id, "id")
      writer.string(contact.tool.rawValue, "tool")
      writer.string(contact.phase.rawValue, "phase")
      write(contact.position, &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ point: Point, _ writer: inout JSONWriter) {
    writer.length(point.x, "x")
    writer.length(point.y, "y")
  }
}
