import Glibc
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Writes the cases of sequences that did not fail, and plays them as `snapback test` does.
@Suite struct InterruptionCaseTests {
  /// The scenes of ``InterruptionTests``, with as many pixels per point as the tool accepts.
  private static let scenes =
    (InterruptionTests.scenes + InterruptionTests.drivenScenes + [InterruptionScene.busy])
    .map(InterruptionScene.readable)

  /// The greatest allowed distance of a corner, in points.
  ///
  /// A sequence rounds positions of fingers to those that a panel can report, so only rounding
  /// errors of computations remain.
  private static let tolerance = 1e-6

  /// A replay draws the same frames as the sequence, up to the first operation that no case can
  /// express.
  @Test func aReplayOfACaseDrawsTheFramesOfItsSequence() throws {
    let folder = try Self.temporaryFolder()
    defer { _ = system("rm -rf '\(folder)'") }
    var complete = 0
    for seed in 0..<Effort.cases(600, inDebugBuilds: 12) {
      var world = try InterruptionWorld(
        seed: UInt64(seed), scene: Self.scenes[seed % Self.scenes.count])
      world.record = InterruptionCase(of: world)
      world.trace = InterruptionWorld.Trace(frames: [world.driver.frame.views])
      // Without checks: some need finer pixels than the tool accepts, and frames that only the
      // sequence draws can bring a motion to rest a little earlier.
      for _ in 0..<30 {
        world.now += world.generator.number(0...0.3)
        world.show()
        _ = try world.operate()
      }
      try world.finish(after: 10)
      let (noted, drawn) = (world.record, world.trace)
      let (record, trace) = (try #require(noted), try #require(drawn))
      let path = try record.write(to: folder, name: "seed", fault: nil)
      let replay = try Self.replay(path)
      let fault = Self.difference(trace, replay.frames, before: record.firstOmission)
      #expect(fault == nil, "seed \(seed)")
      guard record.omissions.isEmpty else { continue }
      complete += 1
      #expect(replay.refusals.isEmpty, "seed \(seed)")
    }
    #expect(complete >= Effort.cases(12, inDebugBuilds: 1))
  }

  @Test func theExpectationsOfAFaultAreRead() throws {
    let folder = try Self.temporaryFolder()
    defer { _ = system("rm -rf '\(folder)'") }
    var world = try InterruptionWorld(seed: 1)
    world.record = InterruptionCase(of: world)
    try world.apply([.constant("lw", 60)], .spring(.critical(response: 0.2)))
    world.record?.omit("an operation", at: 0)
    let noted = world.record
    let record = try #require(noted)
    var fault = InterruptionFault("two\nlines", view: "card", way: -3, speed: 20, at: 0.005)
    #expect(fault.expectations.count == 1)
    fault.expectations += record.ends(of: 1)
    fault.expectations.append("{ value: \"left.frame.x\", near: 40, at: \"end\" }")
    let path = try record.write(to: folder, name: "fault", fault: fault)
    #expect(try Self.replay(path).refusals.isEmpty)
    let text = String(decoding: try Fixture.bytes(path), as: UTF8.self)
    #expect(text.contains("// Fault: two lines\n// The case is partial"))
    #expect(text.contains("//   0.0 s: an operation\n"))
    let invisible = InterruptionFault("a jump", view: "card", way: 1e-6, speed: 0, at: 0)
    #expect(invisible.expectations.isEmpty)
  }

  private static func temporaryFolder() throws -> String {
    var template = Array("/tmp/snapback-test-XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The frames that change, by index, and the messages of refused commands.
  private struct Replayed {
    var frames: [(index: Int, views: [ViewState])] = []
    var refusals: [String] = []
  }

  /// Reads a case with its files, and plays it.
  private static func replay(_ path: String) throws -> Replayed {
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    var scene: (blueprint: SceneBlueprint, document: DocumentNode)?
    let replayCase = try CaseReader.read(Fixture.bytes(path), file: path) {
      (reference, size) throws(DocumentError) -> SceneNames in
      guard let bytes = try? Fixture.bytes(folder + reference.path) else {
        throw reference.node.error("no such file", file: path)
      }
      let document = try DocumentNode.parse(bytes, file: reference.path)
      let blueprint = try SceneReader.read(document, file: reference.path)
      scene = (blueprint, document)
      return SceneNames(blueprint)
    }
    let (blueprint, document) = try #require(scene)
    let desk = ControlDesk(scene: document, file: "scene", blueprint: blueprint)
    let commands = try ReplayCommands(try #require(replayCase.commands), file: path, for: desk)
    let bytes = try Fixture.bytes(folder + replayCase.recording.path)
    let recording = try RecordingReader.read(
      bytes, as: try RecordingReader.format(of: bytes, file: path), file: path
    ).recording
    var result = Replayed()
    guard
      var driver = ReplayDriver(
        recording, scene: blueprint, rate: replayCase.rate, rotation: replayCase.rotation ?? .none,
        commands: commands)
    else {
      Issue.record("\(path): no panel in the recording")
      return result
    }
    _ = driver.run { moment in
      switch moment {
      case .start(let frame, _): result.frames.append((0, frame.views))
      case .frame(let shown): result.frames.append((Int(shown.index), shown.frame.views))
      default: break
      }
    }
    result.refusals = driver.refusals.map { "\($0.seconds) s: \($0.message)" }
    return result
  }

  /// The first frame in which a corner of a view is elsewhere, or the opacity differs.
  private static func difference(
    _ trace: InterruptionWorld.Trace, _ replayed: [(index: Int, views: [ViewState])],
    before end: Double
  ) -> String? {
    var place = 0
    for (index, views) in trace.frames.enumerated() {
      guard trace.time(of: index).seconds(since: .zero) < end else { return nil }
      while place + 1 < replayed.count, replayed[place + 1].index <= index { place += 1 }
      for (view, (wanted, seen)) in zip(views, replayed[place].views).enumerated() {
        let ways = zip(corners(wanted), corners(seen)).map { $0.distance(to: $1) }
        guard ways.allSatisfy({ $0 <= tolerance }), abs(wanted.alpha - seen.alpha) <= tolerance
        else { return "view \(view) in frame \(index): \(wanted) instead of \(seen)" }
      }
    }
    return nil
  }

  private static func corners(_ view: ViewState) -> [Point] {
    let size = view.frame.size
    return [
      .zero, Point(x: size.width, y: 0), Point(x: 0, y: size.height),
      Point(x: size.width, y: size.height),
    ].map { view.toScreen($0) }
  }
}
