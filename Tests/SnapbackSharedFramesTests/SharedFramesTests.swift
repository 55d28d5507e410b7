import AllocationCounter
import Glibc
import SnapbackBasics
import SnapbackProtocol
import SnapbackSharedFrames
import Testing

/// Compares a writer's shared memory with the tables of docs/shared-memory.md.
@Suite struct SharedFramesTests {
  /// A view whose numbers are `first`, `first + 1` and so on, in the order of the table.
  private func view(_ first: Int) -> ViewState {
    func n(_ index: Int) -> Double { Double(first + index) }
    return ViewState(
      frame: Rect(x: n(0), y: n(1), width: n(2), height: n(3)),
      transform: TransformComponents(
        translation: Vector(dx: n(4), dy: n(5)), rotation: n(6), shear: n(9),
        scale: Vector(dx: n(7), dy: n(8))),
      alpha: 0.5, color: Color(red: 0x0A, green: 0x84, blue: 0xFF),
      toScreen: AffineTransform(a: n(10), b: n(11), c: n(12), d: n(13), tx: n(14), ty: n(15)),
      isVisible: true, cornerRadius: n(26), hasMovingRadius: true,
      frameVelocity: FrameVelocity(x: n(16), y: n(17), width: n(18), height: n(19)),
      translationVelocity: Vector(dx: n(20), dy: n(21)), rotationVelocity: n(22),
      scaleVelocity: Vector(dx: n(23), dy: n(24)), shearVelocity: n(25))
  }

  private func frame(_ views: [ViewState]) -> SceneFrame {
    var frame = SceneFrame(count: views.count)
    frame.views = views
    frame.time = Instant(nanoseconds: 5_000_000_001)
    frame.revision = 77
    return frame
  }

  private func bytes(of writer: borrowing SharedFrameWriter) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: writer.size)
    #expect(pread(writer.descriptor.raw, &bytes, bytes.count, 0) == bytes.count)
    return bytes
  }

  /// A little-endian integer.
  private func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func everythingIsWhereTheTablesSay() throws {
    var writer = try SharedFrameWriter(views: 3, epoch: 9)
    writer.publish(frame([view(1), view(101), view(201)]), views: [0, 1, 2], isIdle: true)
    let bytes = bytes(of: writer)
    #expect(bytes.count == 64 + 3 * 128)
    #expect(Array(bytes.prefix(8)) == Array("SNAPSHM1".utf8))
    let header: [(Int, Int, UInt64)] = [
      (8, 4, 1), (12, 4, 64), (16, 4, 128), (20, 4, 3), (24, 8, 9), (32, 8, 2),
      (40, 8, 5_000_000_001), (48, 8, 77), (56, 4, 1), (60, 4, 0),
    ]
    for (offset, count, expected) in header {
      #expect(number(bytes, offset, count) == expected, "at \(offset)")
    }
    for slot in 0..<3 {
      let start = 64 + 128 * slot
      for index in 0..<26 {
        let bits = UInt32(clamping: number(bytes, start + 4 * index, 4))
        #expect(Float(bitPattern: bits) == Float(1 + 100 * slot + index), "slot \(slot), \(index)")
      }
      #expect(number(bytes, start + 104, 4) == 0x3F00_0000)
      #expect(number(bytes, start + 108, 4) == 0xFF0A_84FF)
      #expect(number(bytes, start + 112, 4) == 3)
      let radius = Float(bitPattern: UInt32(clamping: number(bytes, start + 116, 4)))
      #expect(radius == Float(1 + 100 * slot + 26))
      #expect(number(bytes, start + 120, 8) == 0)
    }
  }

  @Test func onlyWhatIsNewsIsWritten() throws {
    var writer = try SharedFrameWriter(views: 2, epoch: 1)
    writer.publish(frame([view(1), view(1)]), views: [0, 1], isIdle: false)
    writer.publish(frame([view(500), view(600)]), views: [1], isIdle: false)
    var bytes = bytes(of: writer)
    #expect(number(bytes, 64, 4) == UInt64(Float(1).bitPattern))
    #expect(number(bytes, 192, 4) == UInt64(Float(600).bitPattern))
    #expect(number(bytes, 32, 8) == 4)
    // Views that do not exist or do not fit are left out.
    writer.publish(
      frame([view(7), view(8), view(9)]), views: [0, 1, 2, 3, -1], isIdle: false)
    writer.publish(frame([view(10)]), views: [], isIdle: false)
    bytes = self.bytes(of: writer)
    #expect(number(bytes, 64, 4) == UInt64(Float(7).bitPattern))
    #expect(number(bytes, 192, 4) == UInt64(Float(8).bitPattern))
  }

  /// Values that are read equal those written, as 32-bit floats; also without a color, or hidden.
  @Test func whatIsReadIsWhatWasWritten() throws {
    var generator = SeededGenerator(seed: 11)
    func number() -> Double { Double(Float.random(in: -5000...5000, using: &generator)) }
    var written = (0..<50).map { _ in view(0) }
    for index in written.indices {
      let (left, top) = (number(), number())
      // Whole lengths, so that the right edge is also exact.
      written[index].frame = Rect(x: left.rounded(), y: top.rounded(), width: 7, height: 9)
      written[index].transform.rotation = number()
      written[index].toScreen.ty = number()
      written[index].shearVelocity = number()
      if index % 3 == 0 { written[index].color = nil }
      written[index].isVisible = index % 2 == 0
    }
    for odd in [Double.infinity, -.infinity, 1e300, -1e-300] {
      written[1].transform.shear = odd
      var writer = try SharedFrameWriter(views: 50, epoch: 4)
      writer.publish(
        frame(written), views: Array(0..<50), isIdle: false)
      var reader = try SharedFrameReader(owning: dup(writer.descriptor.raw))
      var views: [ViewState] = []
      let moment = reader.read(&views)
      #expect(moment?.time.nanoseconds == 5_000_000_001 && moment?.revision == 77)
      #expect(moment?.isStill == false && reader.epoch == 4 && reader.count == 50)
      var expected = written
      expected[1].transform.shear = Double(Float(odd))
      #expect(views == expected)
    }
  }

  @Test func aMemoryWithoutViewsIsReadAsWell() throws {
    var writer = try SharedFrameWriter(views: 0, epoch: 1)
    writer.publish(frame([]), views: [], isIdle: true)
    var reader = try SharedFrameReader(owning: dup(writer.descriptor.raw))
    var views = [view(1)]
    #expect(reader.read(&views)?.isStill == true)
    #expect(views.isEmpty)
  }

  @Test func publishingAndReadingAllocateNothing() throws {
    let frame = frame((0..<100).map { view($0) })
    let all = Array(0..<100)
    var writer = try SharedFrameWriter(views: 100, epoch: 1)
    var reader = try SharedFrameReader(owning: dup(writer.descriptor.raw))
    var views: [ViewState] = []
    var isRead = true
    func pass() {
      writer.publish(frame, views: all, isIdle: false)
      isRead = isRead && reader.read(&views) != nil
    }
    for _ in 0..<3 { pass() }
    let before = allocation_count()
    for _ in 0..<20 { pass() }
    let allocations = allocation_count() - before
    #expect(isRead && views.count == 100)
    #if !DEBUG
      #expect(allocations == 0)
    #else
      #expect(allocations >= 0)
    #endif
  }

  @Test func whatIsNoSuchMemoryIsRefused() {
    let error = #expect(throws: SharedFrameError.self) {
      _ = try SharedFrameReader(owning: open("/dev/null", O_RDONLY)).count
    }
    #expect(error?.description.contains("not sealed against shrinking") == true)
  }
}
