public import SnapbackBasics
import SnapbackLinux
public import SnapbackProtocol

/// Reads frames from shared memory that another process writes, as described in
/// `docs/shared-memory.md`.
///
/// The header is checked once against the size of the memory. Values that are read later are not
/// used as offsets.
public struct SharedFrameReader: ~Copyable {
  private typealias Layout = SharedFrameLayout

  /// The properties of a frame other than its views.
  public struct Moment: Sendable {
    /// The time at which the values are valid.
    public var time: Instant
    /// The revision: the number of scene frames so far in which something changed.
    public var revision: UInt64
    /// Whether nothing moves.
    public var isStill: Bool
  }

  /// The maximum number of attempts to read while the writer changes the memory.
  static let tryLimit: Int32 = 1000

  private let memory: MappedMemory
  private let stride: Int
  private let first: Int
  private var bytes: [UInt8]
  /// The number of views.
  public let count: Int
  /// The epoch of the corresponding snapshot.
  public let epoch: UInt64

  /// Takes ownership of the descriptor of a memory of at least `announced` bytes, maps it and
  /// checks its header.
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
      throw SharedFrameError("\(announced) bytes exceed the limit of \(Layout.sizeLimit)")
    }
    let least = max(Layout.header, Int(clamping: announced))
    do throws(SystemError) {
      return try MappedMemory(memory, atLeast: least, atMost: Layout.sizeLimit)
    } catch {
      throw SharedFrameError(error.description)
    }
  }

  /// Copies the last frame. If the writer changes the memory during every attempt, returns nil and
  /// leaves `views` unchanged. O(views). Does not allocate if `views` has the right size.
  public mutating func read(_ views: inout [ViewState]) -> Moment? {
    guard
      memory.read(sequenceAt: Layout.sequence, from: 0, into: &bytes, tries: Self.tryLimit)
    else { return nil }
    if views.count != count { views = Array(repeating: ViewState(), count: count) }
    let (first, stride) = (first, stride)
    return bytes.withUnsafeBytes { bytes in
      // The offsets are within bounds: `bytes` has the size that the header gives.
      for index in views.indices { views[index] = bytes.view(at: first &+ index &* stride) }
      return Moment(
        time: Instant(nanoseconds: bytes.number(at: Layout.time)),
        revision: bytes.number(at: Layout.revision),
        isStill: bytes.number(at: Layout.flags, UInt32.self) & 1 != 0)
    }
  }

  /// The layout given by the header of a memory, checked against the size of the memory.
  private struct Shape {
    let first: Int
    let stride: Int
    let count: Int
    let epoch: UInt64

    init(_ memory: borrowing MappedMemory) throws(SharedFrameError) {
      var header = [UInt8](repeating: 0, count: Layout.header)
      guard
        memory.read(sequenceAt: Layout.sequence, from: 0, into: &header, tries: tryLimit)
      else { throw SharedFrameError("a write to it does not end") }
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

/// The reason for which a memory cannot be read.
public struct SharedFrameError: Error, CustomStringConvertible, Hashable, Sendable {
  /// A description of the problem.
  public let description: String

  init(_ description: String) { self.description = description }
}
