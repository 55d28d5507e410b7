import ArgumentParser
import SnapbackDaemon
import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
import SnapbackEngine
import SnapbackTiming

/// `snapback layout`: the frames that a scene's constraints give.
struct Layout: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lays out a scene and prints the frames of its views.")

  @Argument(help: "The scene, JSON5.")
  var scene: String

  @Option(help: "The screen's size in points, WIDTHxHEIGHT; by default the scene's own.")
  var size: SizeArgument?

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var blueprint = try InputFiles.scene(scene, size: size?.size)
      let report = blueprint.layout.layoutIfNeeded()
      let conflicts = report?.conflicts ?? []
      if json { printJSON(blueprint, conflicts) } else { printText(blueprint, conflicts) }
    }
  }

  private func printText(_ blueprint: SceneBlueprint, _ conflicts: [LayoutReport.Conflict]) {
    let names = blueprint.views.map(\.appearance.name)
    let width = names.map(\.count).max() ?? 0
    print("\(padded("view", width))      x        y    width   height   (on the screen, points)")
    for (name, frame) in zip(names, blueprint.layout.frames) {
      let numbers = [frame.left, frame.top, frame.size.width, frame.size.height]
      print(padded(name, width) + numbers.map { Self.column($0) }.joined())
    }
    for conflict in conflicts {
      print("\(conflict)")
    }
  }

  private func printJSON(_ blueprint: SceneBlueprint, _ conflicts: [LayoutReport.Conflict]) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginArray("views")
    for (view, frame) in zip(blueprint.views, blueprint.layout.frames) {
      writer.beginObject()
      writer.string(view.appearance.name, "id")
      writer.beginArray("frame")
      for number in [frame.left, frame.top, frame.size.width, frame.size.height] {
        writer.length(number)
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.beginArray("conflicts")
    for conflict in conflicts {
      writer.beginObject()
      writer.string(conflict.victim, "victim")
      writer.beginArray("others")
      for other in conflict.others { writer.string(other) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    print(String(decoding: writer.bytes, as: UTF8.self))
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A number with two decimals in nine columns.
  private static func column(_ value: Double) -> String {
    let hundredths = Int64(saturating: (value * 100).rounded())
    let part = String(hundredths.magnitude % 100)
    let text =
      (hundredths < 0 ? "-" : "") + "\(hundredths.magnitude / 100)."
      + (part.count < 2 ? "0" : "") + part
    return String(repeating: " ", count: max(1, 9 - text.count)) + text
  }
}
