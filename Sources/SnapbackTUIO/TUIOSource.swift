public import SnapbackFrames
public import SnapbackGeometry
public import SnapbackTiming

/// Contacts as TUIO 1.1 cursors: takes what the daemon says of touches, gives datagrams.
///
/// Each datagram is one OSC bundle of `/tuio/2Dcur` messages: `source`, `alive` with all contacts,
/// `set` for each of them, `fseq`. All contacts are told each time, so a datagram that is lost is
/// made up for by the next. Where they do not fit, several bundles have the same `alive` and the
/// rest of the contacts. No input traps.
public struct TUIOSource: Sendable {
  /// The most bytes of a datagram: what Ethernet carries in one frame, less the headers of IP
  /// and UDP.
  public static let datagramLimit = 1472
  /// The most contacts that are told; their numbers fit a datagram with room for others.
  public static let contactLimit = 200
  /// The most characters of a source's name.
  public static let nameLimit = 64
  private static let address = "/tuio/2Dcur"

  private let source: [OSCWriter.Argument]
  private var screen = Size.zero
  private var numbers = SessionNumbers()
  /// In the order in which they came, by Snapback's numbers.
  private var cursors: [(id: UInt64, cursor: TUIOCursor)] = []
  private var sequence: Int32 = 0
  /// Contacts that were not told because there were too many.
  public private(set) var omitted: UInt64 = 0

  /// A source without contacts; `name` is what listeners see, cut to ``nameLimit`` characters.
  public init(name: String) {
    let scalars = name.unicodeScalars.prefix(Self.nameLimit)
    source = [.string("source"), .string(String(String.UnicodeScalarView(scalars)))]
  }

  /// A source whose next bundle has a certain number, for tests of its end.
  init(name: String, sequence: Int32) {
    self.init(name: name)
    self.sequence = max(0, sequence - 1)
  }

  /// The contacts that are down: Snapback's number and TUIO's.
  public var contacts: [(id: UInt64, number: Int32)] {
    cursors.map { ($0.id, $0.cursor.number) }
  }

  /// Whether some contact was said to move.
  public var isMoving: Bool { cursors.contains { $0.cursor.isMoving } }

  /// The screen that touches are points of. What is told is a share of it.
  public mutating func setScreen(_ size: Size) {
    screen = size
  }

  /// Takes a touch message; the datagrams that say it. O(contacts²).
  ///
  /// A contact that it does not speak of is where it was. It keeps its velocity for
  /// ``TUIOCursor/stillTime``, because contacts of another device have other moments.
  public mutating func take(_ contacts: [TouchContact], at time: Instant) -> [[UInt8]] {
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

  /// Says that all contacts rest: for when ``TUIOCursor/stillTime`` has gone by without a message.
  public mutating func rest() -> [[UInt8]] {
    for index in cursors.indices { cursors[index].cursor.rest() }
    return bundles(isRepeated: false)
  }

  /// Forgets all contacts: the daemon has gone, or has another scene.
  public mutating func clear() -> [[UInt8]] {
    cursors.removeAll()
    return bundles(isRepeated: false)
  }

  /// Says the same again, for who has missed it; its number is −1, as of all repetitions.
  public func repetition() -> [[UInt8]] {
    var copy = self
    return copy.bundles(isRepeated: true)
  }

  /// A point of the screen as a share of its sides.
  private func share(_ point: Point) -> Point {
    func part(_ value: Double, _ whole: Double) -> Double {
      let share = whole > 0 ? value / whole : 0
      // What lies so far outside comes from no finger; it must not make a velocity of infinity.
      return share.isNaN ? 0 : min(max(share, -1e6), 1e6)
    }
    return Point(x: part(point.x, screen.width), y: part(point.y, screen.height))
  }

  private mutating func bundles(isRepeated: Bool) -> [[UInt8]] {
    let alive: [OSCWriter.Argument] =
      [.string("alive")] + cursors.map { .integer($0.cursor.number) }
    // What each bundle has: its head of 16 bytes, the messages around the sets.
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

  /// From 1; behind the greatest number it is 1 again.
  private mutating func nextSequence() -> Int32 {
    sequence = sequence == .max ? 1 : sequence + 1
    return sequence
  }
}
