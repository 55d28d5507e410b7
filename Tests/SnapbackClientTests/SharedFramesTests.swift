import CSnapbackLinux
import Glibc
import SnapbackBasics
import SnapbackLinux
import SnapbackProtocol
import Testing

@testable import SnapbackClient

/// Shared memory as a daemon writes it, by the offsets that the documentation gives.
@Suite struct SharedFramesTests {
  /// The daemon's side: the memory, the wake-up, and the client that received both.
  private final class Side: @unchecked Sendable {
    var memory: SharedMemory
    let wake: WakeUp
    let other: SharedDescriptor
    let daemon = FakeDaemon()

    init(views: Int, header change: (inout [UInt8]) -> Void = { _ in }) throws {
      memory = try SharedMemory(name: "test", size: 64 + views * 128)
      (wake, other) = try WakeUp.pair()
      var header = Side.header(views: views)
      change(&header)
      memory.withBytes { $0.copyBytes(from: header) }
    }

    static func header(views: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 64)
      bytes.replaceSubrange(0..<8, with: Array("SNAPSHM1".utf8))
      bytes.put(UInt32(1), at: 8)
      bytes.put(UInt32(64), at: 12)
      bytes.put(UInt32(128), at: 16)
      bytes.put(UInt32(clamping: views), at: 20)
      bytes.put(UInt64(9), at: 24)
      return bytes
    }

    /// Hands the memory over. Announces its real size unless another one is given, and sends its
    /// own wake-up unless another one is given.
    func attach(
      announcing size: Int? = nil, waking end: SharedDescriptor? = nil
    ) throws -> SharedFrames {
      let client = try Client(
        owning: daemon.clientEnd, Greeting(name: "test", encoding: .lines))
      daemon.say(
        "{\"shm\":{\"size\":\(size ?? memory.size)}}",
        with: [memory.descriptor.raw, (end ?? other).raw])
      return try client.attachSharedFrames()
    }

    func publish(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
      memory.publish(sequenceAt: 32, body)
      wake.signal()
    }
  }

  @Test func everyNumberIsReadFromItsPlace() throws {
    let side = try Side(views: 2)
    var frames = try side.attach()
    let (count, epoch) = (frames.count, frames.epoch)
    #expect(count == 2 && epoch == 9)
    side.publish { bytes in
      bytes.put(UInt64(5_000_000_001), at: 40)
      bytes.put(UInt64(77), at: 48)
      // 26 numbers of 32 bits, each with a different value; then alpha, color and flags.
      for index in 0..<26 { bytes.put(Float(index + 1).bitPattern, at: 192 + 4 * index) }
      bytes.put(Float(0.5).bitPattern, at: 192 + 104)
      bytes.put(UInt32(0xFF0A_84FF), at: 192 + 108)
      bytes.put(UInt32(1), at: 192 + 112)
    }
    var frame = SharedFrame()
    let answer1 = frames.read(&frame)
    #expect(answer1)
    #expect(frame.time.nanoseconds == 5_000_000_001 && frame.revision == 77 && !frame.isStill)
    let state = frame.views[1]
    #expect(state.frame == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(
      state.transform
        == TransformComponents(
          translation: Vector(dx: 5, dy: 6), rotation: 7, shear: 10, scale: Vector(dx: 8, dy: 9)))
    #expect(state.toScreen == AffineTransform(a: 11, b: 12, c: 13, d: 14, tx: 15, ty: 16))
    #expect(state.frameVelocity == FrameVelocity(x: 17, y: 18, width: 19, height: 20))
    #expect(state.translationVelocity == Vector(dx: 21, dy: 22) && state.rotationVelocity == 23)
    #expect(state.scaleVelocity == Vector(dx: 24, dy: 25) && state.shearVelocity == 26)
    #expect(state.alpha == 0.5 && state.isVisible)
    #expect(state.color == Color(red: 0x0A, green: 0x84, blue: 0xFF))
    #expect(!frame.views[0].isVisible && frame.views[0].color == nil)
  }

  @Test func whoWaitsIsWokenOnceForEachFrame() throws {
    let side = try Side(views: 1)
    let frames = try side.attach()
    let answer2 = frames.wait(milliseconds: 0)
    #expect(!answer2)
    side.publish { $0.put(UInt32(1), at: 56) }
    let answer3 = frames.wait(milliseconds: 1000)
    #expect(answer3)
    let answer4 = frames.wait(milliseconds: 0)
    #expect(!answer4)
  }

  @Test func aDaemonThatIsGoneIsNoNewFrame() throws {
    let side = try Side(views: 1)
    // Closing the signaling end at once makes the other end readable.
    let frames = try side.attach(waking: WakeUp.pair().other)
    let isReadable = UnixConnection.waitUntilReadable(frames.descriptor, milliseconds: 10_000)
    #expect(isReadable)
    let isNew = frames.wait(milliseconds: 0)
    #expect(!isNew)
  }

  @Test func aMemoryThatIsBeingWrittenIsNotReadAndTheFrameStays() throws {
    let side = try Side(views: 1)
    var frames = try side.attach()
    var frame = SharedFrame()
    side.memory.withBytes { $0.put(UInt64(3), at: 32) }
    let answer5 = frames.read(&frame)
    #expect(!answer5)
    #expect(frame.views.isEmpty)
    side.memory.withBytes { $0.put(UInt64(4), at: 32) }
    let answer6 = frames.read(&frame)
    #expect(answer6)
    #expect(frame.views.count == 1)
  }

  @Test func noFrameIsTornWhileAnotherThreadWrites() throws {
    let views = 50
    let side = try Side(views: views)
    var frames = try side.attach()
    nonisolated(unsafe) var isDone = false
    let thread = Thread {
      for round in 1...20_000 {
        side.memory.publish(sequenceAt: 32) { bytes in
          let number = Float(round % 10_000).bitPattern
          for index in 0..<views {
            for word in 0..<26 { bytes.put(number, at: 64 + index * 128 + 4 * word) }
          }
          bytes.put(UInt64(round % 10_000), at: 48)
        }
        // Pause now and then, as a daemon does that has other work.
        if round % 4 == 0 { usleep(1) }
      }
      isDone = true
    }
    var frame = SharedFrame()
    var (whole, seen) = (0, Set<UInt64>())
    while whole < 2000 {
      guard frames.read(&frame) else { continue }
      whole += 1
      seen.insert(frame.revision)
      let expected = Double(frame.revision)
      for state in frame.views where state.frame.left != expected || state.shearVelocity != expected
      {
        Issue.record("torn at \(expected): \(state)")
        return
      }
    }
    thread.join()
    #expect(isDone && seen.count > 1)
  }

  @Test func aMemoryThatSaysWhatCannotBeIsRefused() throws {
    let faults: [(String, (inout [UInt8]) -> Void)] = [
      ("not of version 1", { $0[0] = 0 }),
      ("not of version 1", { $0.put(UInt32(2), at: 8) }),
      ("do not fit", { $0.put(UInt32(3), at: 20) }),
      ("do not fit", { $0.put(UInt32.max, at: 20) }),
      ("do not fit", { $0.put(UInt32(0), at: 16) }),
      ("do not fit", { $0.put(UInt32(112), at: 16) }),
      ("do not fit", { $0.put(UInt32.max, at: 16) }),
      ("do not fit", { $0.put(UInt32(0), at: 12) }),
      ("do not fit", { $0.put(UInt32.max, at: 12) }),
      ("a write to it does not end", { $0.put(UInt64(1), at: 32) }),
    ]
    for (words, change) in faults {
      let side = try Side(views: 2, header: change)
      Self.expectRefusal(words) { _ = try side.attach().count }
    }
    let side = try Side(views: 2)
    Self.expectRefusal("expected 1000 to") { _ = try side.attach(announcing: 1000).count }
    let other = try Side(views: 2)
    Self.expectRefusal("exceed the limit") {
      _ = try other.attach(announcing: 1 << 40).count
    }
  }

  @Test func aMemoryThatMightShrinkIsRefused() throws {
    let daemon = FakeDaemon()
    let client = try Client(owning: daemon.clientEnd, Greeting(name: "test", encoding: .lines))
    let memory = Descriptor(owning: snapback_memory_create("test", 320))
    let (_, other) = try WakeUp.pair()
    daemon.say("{\"shm\":{\"size\":320}}", with: [memory.raw, other.raw])
    Self.expectRefusal("not sealed") { _ = try client.attachSharedFrames().count }
    daemon.say("{\"shm\":{\"size\":320}}")
    Self.expectRefusal("no descriptors") { _ = try client.attachSharedFrames().count }
  }

  private static func expectRefusal(_ words: String, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("not refused: \(words)")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }
}

extension [UInt8] {
  fileprivate mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    withUnsafeMutableBytes { $0.put(number, at: offset) }
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}
