import SnapbackBasics
import SnapbackProtocol
import Testing

/// A simulated daemon, kernel and client around ``ClientLanes``, with all state visible.
struct LaneWorld {
  enum Message: Equatable {
    case event(Int)
    case lagged(UInt64)
    case snapshot(Int, sequence: UInt64)
    case frame(Int, sequence: UInt64)
    case segment(Int, sequence: UInt64)
  }

  private struct Piece {
    let bytes: Int
    let message: Message?
    let picture: Int?
  }

  /// A queue of pieces that removes the first one without moving the others.
  private struct Pieces {
    private var pieces: [Piece] = []
    private var start = 0
    private(set) var bytes = 0

    var count: Int { pieces.count - start }
    var first: Piece? { start < pieces.count ? pieces[start] : nil }

    mutating func append(_ piece: Piece) {
      pieces.append(piece)
      bytes += piece.bytes
    }

    mutating func takeFirst() -> Piece? {
      guard let first else { return nil }
      start += 1
      bytes -= first.bytes
      if start == pieces.count {
        pieces.removeAll(keepingCapacity: true)
        start = 0
      }
      return first
    }
  }

  var lanes: ClientLanes
  var dice: SeededGenerator
  var now = Instant(nanoseconds: 1_000_000_000)
  /// The current revision of the scene, and the last one that the client was sent.
  var revision = 1
  var segmentRevision = 1
  private var sent = 0
  private var sentSegments = 0
  private var waiting = Pieces()
  private var waitingEvents: [Int] = []
  private var nextEvent = 0
  private var sequence: UInt64 = 0
  private var pictures = 0
  /// The pieces in the kernel's buffer, each with the memory that it is charged.
  private var kernel = Pieces()
  private let room: Int
  private let overhead = 700
  /// The revision that the client knows.
  private(set) var seen = 0
  private(set) var seenSegments = 0
  private(set) var messages: [Message] = []
  private var readPictures = 0
  private(set) var unpresented: [UInt64] = []
  private(set) var snapshots = 0
  private var frames = 0
  private var presentedFrames = 0

  init(acknowledges: Bool, seed: UInt64, room: ClosedRange<Int> = 3000...40_000) {
    lanes = ClientLanes(acknowledges: acknowledges)
    dice = SeededGenerator(seed: seed)
    self.room = Int.random(in: room, using: &dice)
  }

  var unread: Int { kernel.bytes + kernel.count * overhead }
  /// Frames that were composed and that the client has not read completely.
  var onTheWay: Int { pictures - readPictures }
  var isQuiet: Bool {
    waiting.count == 0 && waitingEvents.isEmpty && kernel.count == 0 && seen == revision
      && seenSegments == segmentRevision
  }

  /// Adds events that the client should receive.
  mutating func addEvents(_ count: Int) {
    for _ in 0..<count {
      if lanes.admitsEvent() {
        lanes.addEvent(bytes: 250)
        waitingEvents.append(nextEvent)
      }
      nextEvent += 1
    }
  }

  /// Runs the turn that the doc comment of ``ClientLanes`` describes.
  mutating func turn() {
    if lanes.needsObservation { lanes.observe(unread: unread, at: now) }
    while true {
      while let piece = waiting.first {
        guard unread < room else {
          lanes.blocked(at: now)
          return
        }
        lanes.noteWritten(piece.bytes, at: now)
        kernel.append(piece)
        _ = waiting.takeFirst()
      }
      compose()
      if waiting.count == 0 { return }
    }
  }

  private mutating func compose() {
    for event in waitingEvents {
      waiting.append(Piece(bytes: 250, message: .event(event), picture: nil))
    }
    waitingEvents.removeAll()
    let dropped = lanes.emptyEvents()
    if dropped > 0 { waiting.append(Piece(bytes: 30, message: .lagged(dropped), picture: nil)) }
    if lanes.needsSnapshot(at: now), lanes.mayCompose(at: now) {
      write([
        .snapshot(revision, sequence: sequence + 1),
        .segment(segmentRevision, sequence: sequence + 2),
      ])
      lanes.composed([.snapshot, .segment], sequence: sequence, at: now)
    } else if sent < revision, lanes.mayComposeFrame(at: now) {
      write([.frame(revision, sequence: sequence + 1)])
      lanes.composed(.frame, sequence: sequence, at: now)
    } else if sentSegments < segmentRevision, !lanes.needsSnapshot(at: now),
      lanes.mayCompose(at: now)
    {
      write([.segment(segmentRevision, sequence: sequence + 1)])
      lanes.composed(.segment, sequence: sequence, at: now)
    }
  }

  private mutating func write(_ messages: [Message]) {
    pictures += 1
    for (index, message) in messages.enumerated() {
      sequence += 1
      // In pieces, as a socket takes them.
      let isLast = index == messages.count - 1
      waiting.append(
        Piece(bytes: Int.random(in: 20...2000, using: &dice), message: nil, picture: nil))
      waiting.append(Piece(bytes: 20, message: message, picture: isLast ? pictures : nil))
      switch message {
      case .snapshot(let revision, _): sent = revision
      case .frame(let revision, _):
        sent = revision
        frames += 1
      case .segment(let revision, _): sentSegments = revision
      case .event, .lagged: break
      }
    }
  }

  /// The client reads a number of pieces.
  mutating func read(_ count: Int) {
    for _ in 0..<min(count, kernel.count) {
      guard let piece = kernel.takeFirst() else { return }
      if let picture = piece.picture { readPictures = picture }
      guard let message = piece.message else { continue }
      messages.append(message)
      switch message {
      case .snapshot(let revision, _):
        seen = revision
        snapshots += 1
      case .frame(let revision, let sequence):
        seen = revision
        unpresented.append(sequence)
      case .segment(let revision, _): seenSegments = revision
      case .event, .lagged: break
      }
    }
  }

  /// The client acknowledges the frames that it drew.
  mutating func present() {
    guard let last = unpresented.last else { return }
    lanes.presented(sequence: last)
    presentedFrames += unpresented.count
    unpresented = []
  }

  /// Frames that were composed and that the client has not acknowledged.
  var unacknowledged: Int { frames - presentedFrames }

  /// A violation of the event order seen by the client; nil if there is none.
  var complaint: String? {
    var next = 0
    var owesSnapshot = false
    for message in messages {
      switch message {
      case .event(let number):
        guard number == next else { return "event \(number) in the place of \(next)" }
        next += 1
      case .lagged(let count):
        next += Int(clamping: count)
        owesSnapshot = true
      case .snapshot: owesSnapshot = false
      case .frame: if owesSnapshot { return "a frame between lagged and its snapshot" }
      case .segment: break
      }
    }
    return next == nextEvent ? nil : "\(nextEvent - next) events at the end are missing"
  }
}
