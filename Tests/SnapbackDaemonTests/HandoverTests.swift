import Glibc
import SnapbackClient
import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
import SnapbackMessages
import Testing

/// What clients hold that outlives a scene, and what outlives a client.
@Suite(.serialized) struct HandoverTests {
  private static func scene(_ views: Int) -> [UInt8] {
    let list = (0..<views).map { "{ id: \"v\($0)\" }" }.joined(separator: ", ")
    let rules = (0..<views).map { "\"v\($0).left = \(10 * views + $0)\"" }.joined(separator: ", ")
    let text = "views: [\(list)], constraints: [\(rules)]"
    return Array("{ snapback: 1, screen: { width: 390, height: 844 }, \(text) }".utf8)
  }

  @Test func eachSceneThatIsReadAgainBringsItsMemory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json5"
    try Files.write(Self.scene(3), to: path)
    let daemon = try RunningDaemon(arguments: ["--scene", path], in: folder)
    let client = try Client(to: [daemon.socket], Greeting(name: "test"))
    var frames = try client.attachSharedFrames()
    var (count, epoch) = (frames.count, frames.epoch)
    #expect(count == 4)
    for views in [5, 1, 8] {
      try Files.write(Self.scene(views), to: path)
      daemon.signal(SIGHUP)
      var next: SharedFrames?
      while next == nil {
        _ = try #require(try client.next(within: 30))
        next = try client.takeSharedFrames()
      }
      guard let renewed = consume next else { return }
      frames = renewed
      #expect(frames.epoch > epoch && frames.count == views + 1)
      (count, epoch) = (frames.count, frames.epoch)
      // It is that of the scene which runs, and goes on being written.
      var frame = SharedFrame()
      try daemon.wait("the memory has the scene of \(views) views") {
        frames.read(&frame) && frame.views.count == count
          && frame.views[1].frame.left == Double(10 * views)
      }
    }
  }

  @Test func theFingersOfAClientThatDisconnectsAreTakenAway() throws {
    let daemon = try RunningDaemon()
    let witness = try TestClient(daemon)
    let client = try Client(to: [daemon.socket], Greeting(name: "finger", features: []))
    func touch(_ phase: String, _ x: Double) throws {
      try client.perform("inject") { writer in
        writer.beginArray("touches")
        writer.beginObject()
        writer.integer(1, "id")
        writer.string(phase, "phase")
        writer.factor(x, "x")
        writer.factor(420, "y")
        writer.endObject()
        writer.endArray()
      }
    }
    try touch("began", 150)
    for step in 1...5 { try touch("moved", 150 + 20 * Double(step)) }
    while try witness.next() != .gesture(view: "card", phase: .began) {}
    client.close()
    var update = try witness.next()
    while update != .gesture(view: "card", phase: .cancelled) {
      #expect(update != .gesture(view: "card", phase: .ended))
      update = try witness.next()
    }
    while try witness.next() != .idle {}
    #expect(witness.transform?.transform == .identity)
  }
}
