import SnapbackDocument
import SnapbackTestSupport
import Testing

/// The scenes that move by themselves, each with a recording that triggers it.
///
/// A line of a golden file has the seconds and the numbers that the case names.
/// `Tests/SnapbackSceneTests` checks them against formulas; here the recordings have to produce
/// them.
@Suite struct DemonstrationTests {
  struct Case: CustomStringConvertible, Sendable {
    var scene: String
    var recording: String
    /// The values kept of each frame, as `view.number`.
    var numbers: [String]
    /// The final values, as the scene's text gives them.
    var end: [Double]
    var passes: UInt64
    var description: String { "\(scene)-\(recording)" }
  }

  static let cases = [
    Case(
      scene: "red-square-by-hand", recording: "tap", numbers: ["square.x", "square.y"],
      end: [150, 372], passes: 1),
    // Passes: the first, the keyboard appearing, the keyboard disappearing.
    Case(
      scene: "login-by-hand", recording: "focus-taps",
      numbers: ["email.y", "email.alpha", "password.y", "password.alpha", "keyboard.y"],
      end: [516, 1, 580, 1, 844], passes: 3),
    Case(
      scene: "login-by-constraints", recording: "focus-taps",
      numbers: ["email.y", "email.alpha", "password.y", "password.alpha", "keyboard.y"],
      end: [516, 1, 580, 1, 844], passes: 5),
    Case(
      scene: "todo", recording: "bar-taps", numbers: ["bar.height", "list.y", "list.height"],
      end: [60, 60, 784], passes: 5),
    Case(scene: "title", recording: "taps", numbers: ["title.x"], end: [200], passes: 7),
    Case(
      scene: "stack", recording: "taps",
      numbers: ["one.width", "three.x", "last.x", "last.width", "last.alpha"],
      end: [83.5, 183, 274.5, 83.5, 1], passes: 7),
    Case(
      scene: "detail", recording: "taps",
      numbers: [
        "screen.width", "screen.height", "picture.x", "labels.x", "labels.y", "picture.red",
      ],
      end: [390, 844, 59, 79, 170, 48], passes: 7),
    // Two taps of six change nothing.
    Case(
      scene: "zoom", recording: "zoom-taps",
      numbers: ["zoom.x", "zoom.y", "zoom.width", "zoom.height"], end: [97.5, 316.5, 195, 211],
      passes: 5),
    Case(
      scene: "width", recording: "taps", numbers: ["box.x", "box.width"], end: [145, 100],
      passes: 7),
    Case(
      scene: "table", recording: "taps",
      numbers: ["table.height", "footer.y", "row13.height", "row14.height"],
      end: [528, 663, 0, 0], passes: 7),
    Case(
      scene: "three", recording: "taps",
      numbers: ["left.width", "middle.x", "middle.width", "right.x"], end: [109, 129, 100, 237],
      passes: 7),
    Case(
      scene: "slider", recording: "taps",
      numbers: ["picture.height", "wrapper.y", "wrapper.height", "area.y"],
      end: [586, 649, 96, 0], passes: 7),
    Case(
      scene: "baselines", recording: "taps",
      numbers: ["title.height", "note.height", "upper.y", "lower.y"],
      // Lines of 26.25 and 20.29 points, in whole thirds.
      end: [52 + 2.0 / 3, 20 + 1.0 / 3, 113 + 1.0 / 3, 135 + 1.0 / 3], passes: 7),
    // Fingers: a pass for each touch frame that moves a constant, and one for each release.
    Case(
      scene: "photo", recording: "photo-fingers",
      numbers: ["photo.right", "photo.down", "photo.turn", "photo.scale"], end: [0, 0, 0, 1],
      passes: 1),
    Case(
      scene: "list", recording: "list-fingers", numbers: ["rows.y", "message.right"],
      end: [0, -120], passes: 1),
    Case(
      scene: "sheet", recording: "sheet-drags",
      numbers: ["sheet.y", "sheet.height", "map.height", "place.y"],
      end: [724, 120, 740, 358], passes: 4),
    Case(
      scene: "drawer", recording: "drawer-edge", numbers: ["drawer.x", "page.x", "bar.x"],
      end: [-300, 0, 0], passes: 3),
  ]

  @Test(arguments: cases)
  func theMotionIsTheGoldenOneAndEndsAsItShould(golden: Case) throws {
    var run = try ReplayRun(bundled: golden.recording, scene: golden.scene)
    try run.parse()
    #expect(run.warnings == [])
    #expect(run.summary.isAtRest && run.summary.layoutPasses == golden.passes)
    var seen = run.snapshot.views
    var rows: [[Double]] = []
    for frame in [run.snapshot] + run.frames {
      seen.merge(frame.views) { _, new in new }
      let row = try golden.numbers.map { try Self.number($0, in: seen) }
      // Views that the case does not name may have moved alone.
      if rows.last.map({ Array($0.dropFirst()) }) != row { rows.append([frame.seconds] + row) }
    }
    let last = try #require(rows.last).dropFirst()
    #expect(zip(last, golden.end).allSatisfy { abs($0 - $1) < 1e-9 }, "\(last)")
    try GoldenTable(name: golden.description).expect(rows)
  }

  /// The value of `view.number`.
  private static func number(
    _ name: String, in views: [String: DocumentNode]
  ) throws -> Double {
    let parts = name.split(separator: ".").map(String.init)
    let view = try #require(views[parts[0]], "no view \(parts[0])")
    switch parts[1] {
    case "alpha": return try ReplayRun.numbers(view, "alpha")[0]
    case "scale": return try ReplayRun.numbers(view, "scale")[0]
    case "right": return try ReplayRun.numbers(view, "translation")[0]
    case "down": return try ReplayRun.numbers(view, "translation")[1]
    case "turn": return try ReplayRun.numbers(view, "rotation")[0] * 180 / .pi
    case "red":
      var reader = try ObjectReader(view, file: "replay")
      let digits = try reader.string("color").dropFirst().prefix(2)
      return Double(try #require(Int(digits, radix: 16)))
    default:
      let place = try #require(["x", "y", "width", "height"].firstIndex(of: parts[1]))
      return try ReplayRun.numbers(view, "frame")[place]
    }
  }

  @Test(arguments: cases)
  func theFrameRateDoesNotMatter(golden: Case) throws {
    // Changes between frames happen at their own time, whatever the frame rate.
    var first = try ReplayRun(bundled: golden.recording, scene: golden.scene)
    var second = try ReplayRun(bundled: golden.recording, scene: golden.scene, rate: 30)
    try first.parse()
    try second.parse()
    #expect(first.summary.layoutPasses == second.summary.layoutPasses)
    var shared = 0
    for frame in first.frames {
      guard let twin = second.frames.first(where: { abs($0.seconds - frame.seconds) < 2e-9 })
      else { continue }
      for (name, view) in frame.views {
        guard let other = twin.views[name] else { continue }
        let pairs = zip(
          try ReplayRun.numbers(view, "frame"), try ReplayRun.numbers(other, "frame"))
        #expect(pairs.allSatisfy { abs($0 - $1) < 1e-5 }, "\(name) at \(frame.seconds)")
      }
      shared += 1
    }
    #expect(shared > 10)
  }
}
