import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The output lines of a replay, as text and parsed.
struct ReplayRun {
  struct Frame {
    var seconds: Double
    var views: [String: DocumentNode]
    var touches: [Point]
  }

  let lines: [String]
  let summary: ReplaySummary
  /// The warnings about actions.
  let warnings: [String]
  /// The initial state of the scene.
  var snapshot = Frame(seconds: 0, views: [:], touches: [])
  /// The changes of each frame.
  var frames: [Frame] = []
  var gestures: [DocumentNode] = []

  struct NoPositions: Error {}

  init(_ recording: Recording, scene: String, rate: Double = 60) throws {
    let path = scene.contains("/") ? scene : "configs/scenes/\(scene).json5"
    let file = Fixture.repository + "/" + path
    let blueprint = try SceneReader.read(Fixture.bytes(file), file: path)
    guard var replay = Replay(recording, scene: blueprint, rate: rate) else {
      throw NoPositions()
    }
    var bytes: [UInt8] = []
    summary = replay.run { bytes += $0 }
    warnings = replay.warnings
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  init(bundled name: String, scene: String, rate: Double = 60) throws {
    let path = Fixture.repository + "/recordings/\(name).evemu"
    let recording = try EvemuReader.read(Fixture.bytes(path), file: path)
    try self.init(recording, scene: scene, rate: rate)
  }

  /// Parses the lines as a client would.
  mutating func parse() throws {
    for line in lines {
      let message = try DocumentNode.parse(line, file: "replay")
      let member = try #require(try message.members(file: "replay").first)
      if member.key == "gesture" { gestures.append(member.value) }
      guard member.key == "frame" || member.key == "snapshot" else { continue }
      var reader = try ObjectReader(member.value, file: "replay")
      var frame = Frame(seconds: try reader.number("time") * 1e-9, views: [:], touches: [])
      for view in try reader.array("views") {
        var part = try ObjectReader(view, file: "replay")
        frame.views[try part.string("id")] = view
      }
      for touch in try reader.optionalArray("touches") ?? [] {
        var part = try ObjectReader(touch, file: "replay")
        frame.touches.append(Point(x: try part.number("x"), y: try part.number("y")))
      }
      if member.key == "frame" { frames.append(frame) } else { snapshot = frame }
    }
  }

  /// The numbers of a view in a frame, by key.
  static func numbers(_ view: DocumentNode, _ key: String) throws -> [Double] {
    var reader = try ObjectReader(view, file: "replay")
    let node = try reader.node(key)
    if case .number(let value) = node.value { return [value] }
    return try node.array(file: "replay").map { try $0.number(file: "replay") }
  }

  static func toScreen(_ view: DocumentNode) throws -> AffineTransform {
    let m = try numbers(view, "toScreen")
    return AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
  }
}
