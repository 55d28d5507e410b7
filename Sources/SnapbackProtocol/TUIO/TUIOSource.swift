public import SnapbackBasics

/// Converts the daemon's touch messages to datagrams with TUIO 1.1 cursors.
///
/// Each datagram is one OSC bundle of `/tuio/2Dcur` messages: `source`, `alive` with all contacts,
/// `set` for each contact, and `fseq`. Every update contains all contacts, so the next update
/// corrects a lost datagram. If the contacts do not fit into one datagram, further bundles with the
/// same `alive` contain the rest. No input makes the source trap.
public struct TUIOSource: Sendable {
  /// The maximum size of a datagram, in bytes: the payload of an Ethernet frame minus the IP and
  /// UDP headers.
  public static let datagramLimit = 1472
  /// The maximum number of contacts that are sent. Their session ids fit into one datagram and
  /// leave room for `set` messages.
  public static let contactLimit = 200
  /// The maximum length of the name of a source, in characters.
  public static let nameLimit = 64
  private static let address = "/tuio/2Dcur"

  private let source: [OSCWriter.Argument]
  private var screen = Size.zero
  private var numbers = SessionNumbers()
  /// The cursors with Snapback's ids of their contacts, in order of arrival.
  private var cursors: [(id: UInt64, cursor: TUIOCursor)] = []
  private var sequence: Int32 = 0
  /// The number of contacts that were not sent because of ``contactLimit``.
  public private(set) var omitted: UInt64 = 0

  /// Creates a source without contacts. Listeners receive `name`, truncated to ``nameLimit``
  /// characters.
  public init(name: String) {
    let scalars = name.unicodeScalars.prefix(Self.nameLimit)
    source = [.string("source"), .string(String(String.UnicodeScalarView(scalars)))]
  }

  /// Creates a source whose next bundle has the number `sequence`, for tests of the wraparound.
  init(name: String, sequence: Int32) {
    self.init(name: name)
    self.sequence = max(0, sequence - 1)
  }

  /// The contacts that are down, with their ids in Snapback and their TUIO session ids.
  public var contacts: [(id: UInt64, number: Int32)] {
    cursors.map { ($0.id, $0.cursor.number) }
  }

  /// Whether any contact was last reported as moving.
  public var isMoving: Bool { cursors.contains { $0.cursor.isMoving } }

  /// Sets the size of the screen in points. Coordinates are normalized to this size.
  public mutating func setScreen(_ size: Size) {
    screen = size
  }

  /// Processes a touch message and returns the datagrams for it. O(contacts²).
  ///
  /// A contact that is not in the message keeps its position. It also keeps its velocity for
  /// ``TUIOCursor/stillTime``, because different devices report their contacts at different times.
  public mutating func handle(_ contacts: [TouchContact], at time: Instant) -> [[UInt8]] {
    for contact in contacts {
      let index = cursors.firstIndex { $0.id == contact.id }
      switch contact.phase {
      case .began, .moved:
        let place = share(contact.position)
        if let index {
          cursors[index].cursor.move(to: place, at: time)
        } else if cursors.count < Self.contactLimit {
          let number = numbers.next(for: contact.id)
          cursors.append((contact.id, TUIOCursor(number, at: place, time)))
        } else if contact.phase == .began {
          omitted &+= 1
        }
      case .ended, .cancelled:
        if let index { cursors.remove(at: index) }
      }
    }
    for index in cursors.indices { cursors[index].cursor.rest(by: time) }
    return bundles(isRepeated: false)
  }

  /// Returns datagrams in which all contacts are at rest. Call this when ``TUIOCursor/stillTime``
  /// has passed without a message.
  public mutating func rest() -> [[UInt8]] {
    for index in cursors.indices { cursors[index].cursor.rest() }
    return bundles(isRepeated: false)
  }

  /// Removes all contacts and returns datagrams without contacts. Call this when the daemon has
  /// disconnected or has loaded another scene.
  public mutating func clear() -> [[UInt8]] {
    cursors.removeAll()
    return bundles(isRepeated: false)
  }

  /// Returns datagrams that repeat the current state, for listeners that missed it. Their sequence
  /// number is −1, as TUIO prescribes for repetitions.
  public func repetition() -> [[UInt8]] {
    var copy = self
    return copy.bundles(isRepeated: true)
  }

  /// Converts a point to fractions of the screen's sides.
  private func share(_ point: Point) -> Point {
    func part(_ value: Double, _ whole: Double) -> Double {
      let share = whole > 0 ? value / whole : 0
      // No finger is so far outside the screen. The limits keep velocities finite.
      return share.isNaN ? 0 : min(max(share, -1e6), 1e6)
    }
    return Point(x: part(point.x, screen.width), y: part(point.y, screen.height))
  }

  private mutating func bundles(isRepeated: Bool) -> [[UInt8]] {
    let alive: [OSCWriter.Argument] =
      [.string("alive")] + cursors.map { .integer($0.cursor.number) }
    // The size of the fixed part of each bundle: 16 bytes of header, and all messages except `set`.
    let fixed =
      16 + OSCWriter.length(Self.address, source) + OSCWriter.length(Self.address, alive)
      + OSCWriter.length(Self.address, [.string("fseq"), .integer(0)])
    let perSet = OSCWriter.length(
      Self.address, TUIOCursor(0, at: .zero, .zero).arguments)
    let room = max(1, (Self.datagramLimit - fixed) / perSet)
    var result: [[UInt8]] = []
    var start = 0
    repeat {
      let end = min(start + room, cursors.count)
      var writer = OSCWriter()
      writer.beginBundle()
      writer.message(Self.address, source)
      writer.message(Self.address, alive)
      for index in start..<end {
        writer.message(Self.address, cursors[index].cursor.arguments)
      }
      let number = isRepeated ? -1 : nextSequence()
      writer.message(Self.address, [.string("fseq"), .integer(number)])
      result.append(writer.bytes)
      start = end
    } while start < cursors.count
    return result
  }

  /// Returns the next sequence number. Numbers start at 1 and wrap around to 1.
  private mutating func nextSequence() -> Int32 {
    sequence = sequence == .max ? 1 : sequence + 1
    return sequence
  }
}
