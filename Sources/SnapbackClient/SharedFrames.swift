import CSnapbackLinux
public import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
public import SnapbackTiming

/// The frames of the daemon in shared memory: the last one, for who wants no messages.
///
/// The layout is that of `docs/shared-memory.md`. Reading costs no system call, and waiting is for
/// who wants to: at any moment the memory has the last frame whole.
public struct SharedFrames: ~Copyable {
  private let memory: MappedMemory
  private let event: Descriptor
  private let stride: Int
  private let first: Int
  private var bytes: [UInt8]
  /// How many views there are, those of the snapshot.
  public let count: Int
  /// That of the snapshot that belongs to it.
  public let epoch: UInt64

  /// How often a read is tried while the daemon writes.
  static let tryLimit: Int32 = 1000
  /// The largest memory that is mapped, in bytes.
  static let sizeLimit = 1 << 30
  private static let headerLength = 64
  private static let slotLength = 120
  private static let magic = Array("SNAPSHM1".utf8)

  /// Maps a memory and checks what it says of itself.
  init(_ source: Conversation.Memory) throws(ClientError) {
    // Both are owned before anything can fail.
    let event = Descriptor(owning: source.event)
    let memory = try Self.mapped(Descriptor(owning: source.memory), announced: source.size)
    let shape = try Shape(memory)
    first = shape.first
    stride = shape.stride
    count = shape.count
    epoch = shape.epoch
    bytes = [UInt8](repeating: 0, count: shape.first + shape.count * shape.stride)
    self.memory = memory
    self.event = event
  }

  private static func mapped(
    _ memory: consuming Descriptor, announced: UInt64
  ) throws(ClientError) -> MappedMemory {
    guard announced <= UInt64(clamping: sizeLimit) else {
      throw .memory("\(announced) bytes are more than there can be")
    }
    let least = max(headerLength, Int(clamping: announced))
    do throws(SystemError) {
      return try MappedMemory(memory, atLeast: least, atMost: sizeLimit)
    } catch {
      throw .memory(error.description)
    }
  }

  /// What a memory says of itself, held against its size once.
  private struct Shape {
    let first: Int
    let stride: Int
    let count: Int
    let epoch: UInt64

    init(_ memory: borrowing MappedMemory) throws(ClientError) {
      var header = [UInt8](repeating: 0, count: headerLength)
      guard memory.read(sequenceAt: 32, from: 0, into: &header, tries: tryLimit) else {
        throw .memory("it is being written without end")
      }
      guard Array(header.prefix(8)) == magic, header.number(at: 8, UInt32.self) == 1 else {
        throw .memory("it is not of version 1")
      }
      first = Int(clamping: header.number(at: 12, UInt32.self))
      stride = Int(clamping: header.number(at: 16, UInt32.self))
      count = Int(clamping: header.number(at: 20, UInt32.self))
      epoch = header.number(at: 24, UInt64.self)
      let room = memory.size - min(first, memory.size)
      guard first >= headerLength, first % 8 == 0, stride >= slotLength, stride % 8 == 0,
        count <= room / stride
      else {
        throw .memory("\(count) slots of \(stride) bytes do not fit into \(memory.size)")
      }
    }
  }

  /// Becomes readable when there is a new frame.
  public var descriptor: Int32 { event.raw }

  /// Waits for a new frame; false after so many milliseconds without. −1 waits for ever.
  public func wait(milliseconds: Int32 = -1) -> Bool {
    guard UnixConnection.waitUntilReadable(event.raw, milliseconds: milliseconds) else {
      return false
    }
    return snapback_event_take(event.raw) > 0
  }

  /// Copies the last frame; false, with `frame` as it was, when the daemon wrote each time it was
  /// tried. O(views), no allocation once `frame` has its size.
  public mutating func read(_ frame: inout SharedFrame) -> Bool {
    guard memory.read(sequenceAt: 32, from: 0, into: &bytes, tries: Self.tryLimit) else {
      return false
    }
    frame.time = Instant(nanoseconds: bytes.number(at: 40, UInt64.self))
    frame.revision = bytes.number(at: 48, UInt64.self)
    frame.isStill = bytes.number(at: 56, UInt32.self) & 1 != 0
    if frame.views.count != count {
      frame.views = Array(repeating: ViewState(), count: count)
    }
    for index in frame.views.indices {
      frame.views[index] = bytes.slot(at: first + index * stride)
    }
    return true
  }
}

/// All views at one moment, as shared memory has them.
public struct SharedFrame: Sendable {
  /// The moment that the values are for.
  public var time = Instant.zero
  /// Counts the changes of the scene.
  public var revision: UInt64 = 0
  /// Whether nothing moves.
  public var isStill = true
  /// The views, by their handles.
  public var views: [ViewState] = []

  /// A frame that nobody has read.
  public init() {}
}

extension [UInt8] {
  /// The whole number of little-endian bytes at an offset that is within.
  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    var number: Number = 0
    for index in 0..<(Number.bitWidth / 8) {
      number |= Number(truncatingIfNeeded: self[offset + index]) << (8 * index)
    }
    return number
  }

  fileprivate func float(at offset: Int) -> Double {
    Double(Float(bitPattern: number(at: offset, UInt32.self)))
  }

  /// The state in a slot that is within.
  fileprivate func slot(at start: Int) -> ViewState {
    func value(_ offset: Int) -> Double { float(at: start + offset) }
    func vector(_ offset: Int) -> Vector { Vector(dx: value(offset), dy: value(offset + 4)) }
    let color = number(at: start + 108, UInt32.self)
    return ViewState(
      frame: Rect(x: value(0), y: value(4), width: value(8), height: value(12)),
      transform: TransformComponents(
        translation: vector(16), rotation: value(24), shear: value(36), scale: vector(28)),
      alpha: value(104),
      color: color >> 24 == 0
        ? nil
        : Color(
          red: UInt8(truncatingIfNeeded: color >> 16),
          green: UInt8(truncatingIfNeeded: color >> 8), blue: UInt8(truncatingIfNeeded: color)),
      toScreen: AffineTransform(
        a: value(40), b: value(44), c: value(48), d: value(52), tx: value(56), ty: value(60)),
      isVisible: number(at: start + 112, UInt32.self) & 1 != 0,
      frameVelocity: FrameVelocity(x: value(64), y: value(68), width: value(72), height: value(76)),
      translationVelocity: vector(80), rotationVelocity: value(88), scaleVelocity: vector(92),
      shearVelocity: value(100))
  }
}
