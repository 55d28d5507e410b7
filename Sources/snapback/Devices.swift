import ArgumentParser
import SnapbackDaemon
import SnapbackEvdev
import SnapbackFrames
import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches

/// `snapback devices`: what input devices there are, and what the daemon makes of them.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the input devices and what the daemon makes of them.")

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    try Snapback.run { () throws(Failure) in list() }
  }

  private func list() {
    let paths = DeviceFolder.eventDevices()
    if paths.isEmpty, !json {
      print("no devices: \(DeviceFolder.path) has no event devices")
    }
    for path in paths {
      do throws(EvdevError) {
        let device = try EvdevDevice(path: path)
        if json { printJSON(path, device.profile) } else { printText(path, device.profile) }
      } catch {
        if json { printJSON(path, error) } else { print("\(path)  \(error.description)") }
      }
    }
  }

  private func printText(_ path: String, _ profile: DeviceProfile) {
    var line = "\(path)  \(profile.kind.rawValue)  \"\(profile.name)\""
    if let (x, y) = profile.positionAxes {
      line += "  x \(x.minimum)...\(x.maximum) y \(y.minimum)...\(y.maximum)"
      if profile.hasSlots { line += "  \(profile.slotCount) slots" }
      if let size = profile.physicalSize {
        line += "  \(Int32(saturating: size.width)) x \(Int32(saturating: size.height)) mm"
      }
    }
    print(line + (profile.kind.touches ? "  (read)" : "  (not read)"))
  }

  private func printJSON(_ path: String, _ profile: DeviceProfile) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(path, "path")
    writer.string(profile.name, "name")
    writer.string(profile.kind.rawValue, "kind")
    writer.boolean(profile.kind.touches, "read")
    if let (x, y) = profile.positionAxes {
      for (key, axis) in [("x", x), ("y", y)] {
        writer.beginObject(key)
        writer.factor(Double(axis.minimum), "minimum")
        writer.factor(Double(axis.maximum), "maximum")
        writer.factor(Double(axis.resolution), "unitsPerMillimetre")
        writer.endObject()
      }
      writer.integer(UInt64(clamping: profile.slotCount), "slots")
    }
    writer.endObject()
    print(String(decoding: writer.bytes, as: UTF8.self))
  }

  private func printJSON(_ path: String, _ error: EvdevError) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(path, "path")
    writer.string(error.description, "error")
    writer.endObject()
    print(String(decoding: writer.bytes, as: UTF8.self))
  }
}
