import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Shared memory across reloads, and contacts of clients that disconnect.
@Suite(.serialized) struct HandoverTests {
  private static func scene(_ views: Int) -> [UInt8] {
    let list = (0..<views).map { "{ id: \"v\($0)\" }" }.joined(separator: ", ")
    let rules = (0..<views).map { "\"v\($0).left = \(10 * views + $0)\"" }.joined(separator: ", ")
    let text = "views: [\(list)], constraints: [\(rules)]"
    return Array("{ snapback: 1, screen: { width: 390, height: 844 }, \(text) }".utf8)
  }

  /// Reloads the scene and takes its memory.
  ///
  /// Mapping fails while the daemon writes the memory; then the scene is reloaded again.
  private func renewal(_ client: Client, _ daemon: RunningDaemon) throws -> SharedFrames {
    daemon.signal(SIGHUP)
    while true {
      guard case .sharedMemory = try #require(try client.next(within: 30)) else { continue }
      if let frames = try mapped(client.takeSharedFrames) { return frames }
      daemon.signal(SIGHUP)
    }
  }

  /// The memory; nil when it cannot be mapped now.
  private func mapped(
    _ take: () throws(ClientError) -> SharedFrames?
  ) throws(ClientError) -> SharedFrames? {
    do throws(ClientError) {
      return try take()
    } catch {
      guard case .memory = error else { throw error }
      return nil
    }
  }

  @Test func eachReloadHandsOverANewMemory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json5"
    try Files.write(Self.scene(3), to: path)
    let daemon = try RunningDaemon(arguments: ["--scene", path], in: folder)
    let client = try Client(to: [daemon.socket], Greeting(name: "test"))
    _ = try mapped { () throws(ClientError) in try client.attachSharedFrames() }?.count
    var frames = try renewal(client, daemon)
    var (count, epoch) = (frames.count, frames.epoch)
    #expect(count == 4)
    for views in [5, 1, 8] {
      try Files.write(Self.scene(views), to: path)
      frames = try renewal(client, daemon)
      #expect(frames.epoch > epoch && frames.count == views + 1)
      (count, epoch) = (frames.count, frames.epoch)
      // The daemon writes the running scene into it.
      var frame = SharedFrame()
      try daemon.wait("the memory has the scene of \(views) views") {
        frames.read(&frame) && frame.views.count == count
          && frame.views[1].frame.left == Double(10 * views)
      }
    }
  }

  private func inject(_ phase: String, at x: Double, by client: Client) throws {
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

  /// A client without frames gives the daemon no other reason to process input.
  @Test func eventsOfOneClientReachAnotherAtOnce() throws {
    let daemon = try RunningDaemon()
    let witness = try Client(to: [daemon.socket], Greeting(name: "witness", features: .touches))
    let client = try Client(to: [daemon.socket], Greeting(name: "finger", features: []))
    for phase in ["began", "moved", "ended"] {
      try inject(phase, at: 150, by: client)
      var seen: String?
      while seen == nil {
        guard case .touch(_, let contacts) = try #require(try witness.next(within: 5)) else {
          continue
        }
        seen = contacts.first.map { "\($0.phase)" }
      }
      #expect(seen == phase)
    }
  }

  @Test func theContactsOfADisconnectedClientAreCancelled() throws {
    let daemon = try RunningDaemon()
    let witness = try Client(to: [daemon.socket], Greeting(name: "witness"))
    func wait(for expected: GesturePhase) throws {
      var phase = GesturePhase.changed
      while phase == .changed {
        guard case .gesture(let event) = try #require(try witness.next(within: 20)) else {
          continue
        }
        phase = event.phase
      }
      #expect(phase == expected)
    }
    let client = try Client(to: [daemon.socket], Greeting(name: "finger", features: []))
    try inject("began", at: 150, by: client)
    for step in 1...5 { try inject("moved", at: 150 + 20 * Double(step), by: client) }
    try wait(for: .began)
    client.close()
    try wait(for: .cancelled)
  }
}
