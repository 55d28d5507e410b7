public import SnapbackFrames
import SnapbackLinux
public import SnapbackTiming

/// The frames in a memory that another process writes: `docs/shared-memory.md`.
///
/// What it says of itself is held against its size once; nothing that is read later is an offset.
public struct SharedFrameReader: ~Copyable {
  private typealias Layout = SharedFrameLayout

  /// What there is to say of a frame besides its views.
  public struct Moment: Sendable {
    /// The moment that the values are for.
    public var time: Instant
    /// Counts the changes of the scene.
    public var revision: UInt64
    /// Whether nothing moves.
    public var isStill: Bool
  }

  /// How often a read is tried while there is writing.
  static let tryLimit: Int32 = 1000

  private let memory: MappedMemory
  private let stride: Int
  private let first: Int
  private var bytes: [UInt8]
  /// How many views there are.
  public let count: Int
  /// The epoch of the snapshot that belongs to it.
  public let epoch: UInt64

  /// Takes over the descriptor of a memory of at least `announced` bytes, maps it and checks what
  /// it says of itself.
  public init(owning descriptor: Int32, announced: UInt64 = 0) throws(SharedFrameError) {
    let memory = try Self.mapped(Descriptor(owning: descriptor), announced)
    let shape = try Shape(memory)
    first = shape.first
    stride = shape.stride
    count = shape.count
    epoch = shape.epoch
    bytes = [UInt8](repeating: 0, count: shape.first + shape.count * shape.stride)
    self.memory = memory
  }

  private static func mapped(
    _ memory: consuming Descriptor, _ announced: UInt64
  ) throws(SharedFrameError) -> MappedMemory {
    guard announced <= UInt64(clamping: Layout.sizeLimit) else {
      throw SharedFrameError("\(announced) bytes are more than there can be")
    }
    let least = max(Layout.header, Int(clamping: announced))
    do throws(SystemError) {
      return try MappedMemory(memory, atLeast: least, atMost: Layout.sizeLimit)
    } catch {
      throw SharedFrameError(error.description)
    }
  }

  /// Copies the last frame; nil, with `views` as they were, when there was writing each time it was
  /// tried. O(views), no allocation once `views` has its size.
  public mutating func read(_ views: inout [ViewState]) -> Moment? {
    guard
      memory.read(sequenceAt: Layout.sequence, from: 0, into: &bytes, tries: Self.tryLimit)
    else { return nil }
    if views.count != count { views = Array(repeating: ViewState(), count: count) }
    let (first, stride) = (first, stride)
    return bytes.withUnsafeBytes { bytes in
      // The places are within: the bytes are as many as the shape has said.
      for index in views.indices { views[index] = bytes.view(at: first &+ index &* stride) }
      return Moment(
        time: Instant(nanoseconds: bytes.number(at: Layout.time)),
        revision: bytes.number(at: Layout.revision),
        isStill: bytes.number(at: Layout.flags, UInt32.self) & 1 != 0)
    }
  }

  /// What a memory says of itself, held against its size.
  private struct Shape {
    let first: Int
    let stride: Int
    let count: Int
    let epoch: UInt64

    init(_ memory: borrowing MappedMemory) throws(SharedFrameError) {
      var header = [UInt8](repeating: 0, count: Layout.header)
      guard
        memory.read(sequenceAt: Layout.sequence, from: 0, into: &header, tries: tryLimit)
      else { throw SharedFrameError("it is being written without end") }
      func number(_ place: Int) -> UInt32 { header.withUnsafeBytes { $0.number(at: place) } }
      guard header.starts(with: Layout.magic), number(Layout.versionPlace) == Layout.version else {
        throw SharedFrameError("it is not of version \(Layout.version)")
      }
      first = Int(clamping: number(Layout.firstPlace))
      stride = Int(clamping: number(Layout.stridePlace))
      count = Int(clamping: number(Layout.countPlace))
      epoch = header.withUnsafeBytes { $0.number(at: Layout.epochPlace) }
      let room = memory.size - min(first, memory.size)
      guard first >= Layout.header, first % 8 == 0, stride >= Layout.slotContent,
        stride % 8 == 0, count <= room / stride
      else {
        throw SharedFrameError(
          "\(count) slots of \(stride) bytes do not fit into \(memory.size)")
      }
    }
  }
}

/// Why a memory cannot be read.
public struct SharedFrameError: Error, CustomStringConvertible, Hashable, Sendable {
  /// What is wrong with it.
  public let description: String

  init(_ description: String) { self.description = description }
}
