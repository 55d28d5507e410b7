import SnapbackBasics
import SnapbackTouches
import Testing

/// Random frames.
@Suite struct ContactFilterStreamTests {
  private let places: [Double] = [0, 1, 5, 20, 50, 51, 400, -1e300, .nan, .infinity]

  /// A stream in which every contact begins once and ends once, at random times and positions.
  private func stream(_ generator: inout SeededGenerator, frames: Int) -> [TouchFrame] {
    var time = Instant(nanoseconds: 1_000_000_000)
    var down: [UInt64] = []
    var next: UInt64 = 1
    return (0..<frames).map { _ in
      let steps: [Double] = [0, 0.0001, 0.002, 0.008, 0.008, 0.016, 0.05, 1, 70]
      time = time.advanced(bySeconds: steps.randomElement(using: &generator) ?? 0)
      func place() -> Point {
        Point(
          x: places.randomElement(using: &generator) ?? 0,
          y: places.randomElement(using: &generator) ?? 0)
      }
      var frame = TouchFrame(time: time)
      frame.pointsPerMillimeter =
        [nil, 1, 6, 0, -1, .nan, .infinity].randomElement(using: &generator) ?? nil
      for id in down {
        let isOver = Int.random(in: 0..<4, using: &generator) == 0
        let phase: Contact.Phase =
          isOver ? (Bool.random(using: &generator) ? .ended : .cancelled) : .moved
        frame.contacts.append(Contact(id: id, phase: phase, position: place()))
      }
      down = frame.contacts.filter { $0.phase == .moved }.map(\.id)
      for _ in 0..<Int.random(in: 0..<3, using: &generator) where down.count < 70 {
        frame.contacts.append(Contact(id: next, phase: .began, position: place()))
        down.append(next)
        next += 1
      }
      return frame
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func everyContactThatIsToldBeginsOnceAndEndsOnce(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var filter = ContactFilter()
    var down: Set<UInt64> = []
    var known: Set<UInt64> = []
    func check(_ frame: TouchFrame) {
      var seen: Set<UInt64> = []
      for contact in frame.contacts {
        #expect(seen.insert(contact.id).inserted || contact.phase == .began, "seed \(seed)")
        switch contact.phase {
        case .began:
          #expect(known.insert(contact.id).inserted, "seed \(seed)")
          down.insert(contact.id)
        case .moved: #expect(down.contains(contact.id), "seed \(seed)")
        case .ended, .cancelled: #expect(down.remove(contact.id) != nil, "seed \(seed)")
        }
      }
    }
    var last = TouchFrame(time: .zero)
    for frame in stream(&generator, frames: 2000) {
      while let deadline = filter.deadline, deadline <= frame.time {
        let due = filter.advance(to: deadline)
        #expect(due != nil, "seed \(seed): nothing came at a deadline")
        if let due { check(due) } else { break }
      }
      check(filter.apply(frame))
      last = frame
    }
    // The device's ids, which differ from the reported ones where contacts were joined.
    let rest = last.contacts.filter { $0.phase == .began || $0.phase == .moved }
    let frame = TouchFrame(
      time: last.time,
      contacts: rest.map { Contact(id: $0.id, phase: .cancelled, position: .zero) })
    if let closed = filter.close(frame, at: last.time) { check(closed) }
    #expect(down.isEmpty, "seed \(seed)")
    #expect(filter.deadline == nil)
    #expect(known.count > 100)
  }

  /// With every rule off, a filter passes all frames unchanged.
  @Test func aFilterThatDropsNothingChangesNothing() {
    var generator = SeededGenerator(seed: 99)
    var settings = FilterSettings()
    settings.dropsSpikes = false
    settings.dropsGhosts = false
    settings.mergesSplits = false
    var filter = ContactFilter(settings: settings)
    for frame in stream(&generator, frames: 500) {
      let told = filter.apply(frame)
      #expect(told.contacts.count == frame.contacts.count)
      for (one, other) in zip(told.contacts, frame.contacts) {
        #expect(one.id == other.id && one.phase == other.phase)
        let isSame = "\(one.position)" == "\(other.position)"
        #expect(isSame || other.phase == .ended || other.phase == .cancelled)
      }
      #expect(filter.deadline == nil)
    }
  }
}
