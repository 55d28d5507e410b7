import SnapbackBasics
import SnapbackGestures
import SnapbackTouches

/// Fingers on an arena, moved by hand. Every contact is given to every recognizer.
struct Hands {
  var arena: GestureArena
  var now = Instant(nanoseconds: 1_000_000_000)
  var scale: Double?

  init?(_ settings: [GestureSettings], scale: Double? = nil) {
    self.init(settings.map { GestureDescription($0) }, scale: scale)
  }

  init?(_ descriptions: [GestureDescription], scale: Double? = nil) {
    guard let arena = GestureArena(descriptions) else { return nil }
    self.arena = arena
    self.arena.setScreen(Size(width: 800, height: 600))
    self.scale = scale
  }

  /// Sends one frame, `milliseconds` after the last.
  mutating func frame(after milliseconds: UInt64 = 10, _ contacts: [Contact]) {
    frame(at: now.advanced(byNanoseconds: milliseconds * 1_000_000), contacts)
  }

  mutating func frame(at time: Instant, _ contacts: [Contact]) {
    now = time
    for contact in contacts where contact.phase == .began {
      for index in 0..<arena.count { arena.give(contact.id, to: index, at: time) }
    }
    arena.handle(TouchFrame(time: time, contacts: contacts, pointsPerMillimeter: scale))
  }

  /// The steps since the last call, without touches.
  mutating func steps() -> [GestureStep] {
    var steps: [GestureStep] = []
    arena.drainSteps { if $0.outcome != .touched { steps.append($0) } }
    return steps
  }

  /// The outcomes of a recognizer since the last call.
  mutating func outcomes(of index: Int = 0) -> [GestureStep.Outcome] {
    steps().filter { $0.recognizer == index }.map(\.outcome)
  }

  mutating func pass(milliseconds: UInt64) {
    now = now.advanced(byNanoseconds: milliseconds * 1_000_000)
    arena.advance(to: now)
  }
}

func down(_ id: UInt64, _ x: Double, _ y: Double) -> Contact {
  Contact(id: id, phase: .began, position: Point(x: x, y: y))
}

func move(_ id: UInt64, _ x: Double, _ y: Double) -> Contact {
  Contact(id: id, phase: .moved, position: Point(x: x, y: y))
}

func lift(_ id: UInt64, _ x: Double, _ y: Double) -> Contact {
  Contact(id: id, phase: .ended, position: Point(x: x, y: y))
}

func palm(_ id: UInt64, _ x: Double, _ y: Double) -> Contact {
  Contact(id: id, phase: .cancelled, position: Point(x: x, y: y))
}
