import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
import SnapbackTiming

/// Frames in memory that clients map: `docs/shared-memory.md`.
///
/// There is one for all clients and it holds the latest frame; a scene with other views gets a new
/// one.
struct SharedFrames: ~Copyable {
  /// Where things are, in bytes.
  enum Layout {
    static let magic = Array("SNAPSHM1".utf8)
    static let version: UInt32 = 1
    static let header = 64
    static let slot = 128
    static let sequence = 32
  }

  private var memory: SharedMemory
  /// What the memory has of the scene.
  private(set) var mark = SampleMark(revision: 0, target: .zero)

  /// A memory for so many views.
  init(views: Int, epoch: UInt64) throws(SystemError) {
    memory = try SharedMemory(
      name: "snapback-frames", size: Layout.header + views * Layout.slot)
    memory.withBytes { bytes in
      bytes.copyBytes(from: Layout.magic)
      bytes.store(Layout.version, at: 8)
      bytes.store(UInt32(clamping: Layout.header), at: 12)
      bytes.store(UInt32(clamping: Layout.slot), at: 16)
      bytes.store(UInt32(clamping: views), at: 20)
      bytes.store(epoch, at: 24)
    }
  }

  /// The descriptor to hand over.
  var descriptor: Int32 { memory.descriptor }
  /// How long it is, in bytes.
  var size: Int { memory.size }

  /// Puts in the views of a frame that differ from what is there. O(views), no allocation.
  mutating func publish(_ frame: SceneFrame, _ journal: MotionJournal, isIdle: Bool) {
    let mark = mark
    memory.publish(sequenceAt: Layout.sequence) { bytes in
      for view in frame.views.indices
      where journal.differs(view, since: mark, at: frame.time) {
        let offset = Layout.header + view * Layout.slot
        guard offset + Layout.slot <= bytes.count else { break }
        bytes.store(frame.views[view], at: offset)
      }
      bytes.store(frame.time.nanoseconds, at: 40)
      bytes.store(frame.revision, at: 48)
      bytes.store(isIdle ? 1 : 0 as UInt32, at: 56)
    }
    self.mark = SampleMark(revision: frame.revision, target: frame.time)
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func store(_ value: UInt32, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  fileprivate func store(_ value: UInt64, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// 0xAARRGGBB of an opaque colour.
  private func packed(_ color: Color) -> UInt32 {
    0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  /// A run of numbers, one behind the other.
  private func store(_ a: Double, _ b: Double, _ c: Double, _ d: Double, at offset: Int) {
    store(Float(a).bitPattern, at: offset)
    store(Float(b).bitPattern, at: offset + 4)
    store(Float(c).bitPattern, at: offset + 8)
    store(Float(d).bitPattern, at: offset + 12)
  }

  private func store(_ a: Double, _ b: Double, at offset: Int) {
    store(Float(a).bitPattern, at: offset)
    store(Float(b).bitPattern, at: offset + 4)
  }

  /// A slot.
  fileprivate func store(_ view: ViewState, at place: Int) {
    let (frame, transform, matrix) = (view.frame, view.transform, view.toScreen)
    store(frame.left, frame.top, frame.size.width, frame.size.height, at: place)
    store(
      transform.translation.dx, transform.translation.dy, transform.rotation, transform.scale.dx,
      at: place + 16)
    store(transform.scale.dy, transform.shear, at: place + 32)
    store(matrix.a, matrix.b, matrix.c, matrix.d, at: place + 40)
    store(matrix.tx, matrix.ty, at: place + 56)
    let velocity = view.frameVelocity
    store(velocity.x, velocity.y, velocity.width, velocity.height, at: place + 64)
    store(
      view.translationVelocity.dx, view.translationVelocity.dy, view.rotationVelocity,
      view.scaleVelocity.dx, at: place + 80)
    store(view.scaleVelocity.dy, view.shearVelocity, at: place + 96)
    store(Float(view.alpha).bitPattern, at: place + 104)
    store(view.color.map(packed) ?? 0, at: place + 108)
    store(view.isVisible ? 1 : 0 as UInt32, at: place + 112)
  }
}

/// What wakes one client when the memory has changed.
final class SharedWake {
  private let counter: EventCounter

  init() throws(SystemError) {
    counter = try EventCounter()
  }

  /// The descriptor to hand over.
  var descriptor: Int32 { counter.descriptor }

  /// Wakes the client.
  func signal() { counter.signal() }
}
