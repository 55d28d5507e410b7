import SnapbackBasics
import SnapbackDocument
import SnapbackFiles
import SnapbackReplay
import SnapbackTouches

/// The output of `snapback check` for a recording.
enum CheckRecording {
  /// Returns the verdict, a few lines about each device, and warnings.
  static func lines(
    _ file: String, isLenient: Bool
  ) throws(Failure) -> (verdict: String, details: [String], warnings: [String]) {
    let input = try InputFiles.recording(file, isLenient: isLenient)
    let recording = input.recording
    let count = recording.streams.count
    let events = recording.streams.reduce(0) { $0 + $1.events.count }
    var verdict = "a recording (\(input.format.title)) of "
    verdict +=
      count == 1 ? "\(DocumentError.quoted(recording.device.name)), " : "\(count) devices, "
    verdict += "\(events) event\(events == 1 ? "" : "s")"
    var details: [String] = []
    var warnings = input.omissions.descriptions.map { "left out: \($0)" } + input.warnings
    for stream in recording.streams {
      let report = RecordingReport(stream)
      details += describe(stream, report)
      let name = count == 1 ? "" : "\(DocumentError.quoted(stream.device.name)): "
      warnings += report.anomalies.map { "\(name)\($0.count) \($0.text)" }
    }
    return (verdict, details, warnings)
  }

  private static func describe(
    _ stream: RecordedStream, _ report: RecordingReport
  ) -> [String] {
    let device = stream.device
    var first = "  \(device.kind.rawValue) \(DocumentError.quoted(device.name))"
    if let node = stream.node { first += " at \(node)" }
    var axes = "no positions"
    if let (x, y) = device.positionAxes {
      axes = "x \(x.minimum)...\(x.maximum), y \(y.minimum)...\(y.maximum)"
      if device.hasSlots { axes += ", \(device.slotCount) slots" }
      if let size = device.physicalSize {
        axes +=
          ", \(Int32(saturating: size.width.rounded())) x "
          + "\(Int32(saturating: size.height.rounded())) mm"
      }
    }
    var counts = "\(report.events) events, \(report.frames) frames"
    if let contacts = report.contacts, device.positionAxes != nil || device.kind.touches {
      counts += ", \(contacts) contact\(contacts == 1 ? "" : "s")"
      if report.mostContacts > 1 { counts += " (\(report.mostContacts) at once)" }
    }
    return [first, "    \(axes)", "    \(counts), \(seconds(report.seconds)) s"]
  }

  private static func seconds(_ value: Double) -> String {
    let scaled = Int64(saturating: (value * 1000).rounded())
    let part = String(scaled % 1000)
    return "\(scaled / 1000).\(String(repeating: "0", count: 3 - part.utf8.count))\(part)"
  }
}
