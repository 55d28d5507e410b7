import SnapbackBasics
import SnapbackGestures
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Thousands of random finger sequences, and the properties that hold for all of them.
@Suite struct GestureSequenceTests {
  private static let count = UInt64(Effort.cases(5000, inDebugBuilds: 400))

  /// The steps of a sequence. With `splits`, time advances in small pieces between the frames.
  private func steps(
    of sequence: RandomSequence, order: [Int]? = nil, splits: Bool = false
  ) throws -> [GestureStep] {
    var arena = try #require(GestureArena(sequence.descriptions, order: order))
    arena.setScreen(Size(width: 400, height: 400))
    var last = sequence.moments.first?.frame.time ?? .zero
    for moment in sequence.moments {
      if splits {
        for part in 1...4 {
          let span = moment.frame.time.seconds(since: last)
          arena.advance(to: last.advanced(bySeconds: span * Double(part) / 4))
        }
      }
      for (contact, places) in moment.given {
        for index in places { arena.give(contact, to: index, at: moment.frame.time) }
      }
      arena.handle(moment.frame)
      last = moment.frame.time
    }
    for part in 1...(splits ? 50 : 1) {
      arena.advance(to: last.advanced(bySeconds: splits ? Double(part) / 5 : 10))
    }
    return arena.steps
  }

  /// Checks the steps of a sequence against the rules.
  private func violations(of sequence: RandomSequence) throws -> (lines: [String], steps: Int) {
    var arena = try #require(GestureArena(sequence.descriptions))
    arena.setScreen(Size(width: 400, height: 400))
    var model = SequenceModel(sequence.descriptions)
    var count = 0
    func drain(_ arena: inout GestureArena) -> [GestureStep] {
      var steps: [GestureStep] = []
      arena.drainSteps { steps.append($0) }
      for step in steps { model.take(step) }
      count += steps.count
      return steps
    }
    var last = Instant.zero
    for moment in sequence.moments {
      arena.advance(to: moment.frame.time)
      _ = drain(&arena)
      for (contact, places) in moment.given {
        for index in places {
          let isTaken = arena.give(contact, to: index, at: moment.frame.time)
          let steps = drain(&arena)
          model.give(contact, to: index, isTaken: isTaken, at: steps)
        }
      }
      arena.handle(moment.frame)
      _ = drain(&arena)
      model.finishFrame(moment.frame, arena)
      last = max(last, moment.frame.time)
    }
    arena.advance(to: last.advanced(bySeconds: 10))
    _ = drain(&arena)
    model.finish(arena)
    return (model.violations, count)
  }

  @Test func theRulesHoldInEverySequence() throws {
    var count = 0
    for seed in 0..<Self.count {
      let (lines, steps) = try violations(of: RandomSequence(seed: seed))
      count += steps
      guard !lines.isEmpty else { continue }
      Issue.record("seed \(seed): \(lines)")
      return
    }
    // The random sequences must produce enough steps.
    #expect(count > 20 * Int(Self.count))
  }

  @Test func aSequenceGoesTheSameEachTime() throws {
    for seed in 0..<Self.count / 5 {
      let first = try steps(of: RandomSequence(seed: seed))
      let second = try steps(of: RandomSequence(seed: seed))
      guard first != second else { continue }
      Issue.record("seed \(seed)")
      return
    }
  }

  @Test func timeThatPassesInPiecesChangesNothing() throws {
    var checked = 0
    for seed in 0..<Self.count / 4 {
      let sequence = RandomSequence(seed: seed)
      guard sequence.isMonotonic else { continue }
      checked += 1
      let whole = try steps(of: sequence)
      let pieces = try steps(of: sequence, splits: true)
      guard whole != pieces else { continue }
      Issue.record("seed \(seed)")
      return
    }
    #expect(checked > Int(Self.count) / 10)
  }

  @Test func theOrderOfSimultaneousRecognizersShowsOnlyInTheOrderOfSteps() throws {
    for seed in 0..<Self.count / 5 {
      let sequence = RandomSequence(seed: seed, isTogether: true)
      let places = Array(sequence.descriptions.indices)
      let first = try steps(of: sequence)
      let second = try steps(of: sequence, order: places.reversed())
      for place in places {
        let one = first.filter { $0.recognizer == place }
        let other = second.filter { $0.recognizer == place }
        guard one != other else { continue }
        Issue.record("seed \(seed), recognizer \(place)")
        return
      }
    }
  }

  @Test func simultaneousRecognizersDoWhatTheyDoAlone() throws {
    for seed in 0..<Self.count / 5 {
      let sequence = RandomSequence(seed: seed, isTogether: true)
      let together = try steps(of: sequence)
      for place in sequence.descriptions.indices {
        var alone = sequence
        alone.descriptions = [GestureDescription(sequence.descriptions[place].settings)]
        for index in alone.moments.indices {
          alone.moments[index].given = alone.moments[index].given.map { contact, places in
            (contact, places.contains(place) ? [0] : [])
          }
        }
        let one = try steps(of: alone).map { [$0.outcome: $0.time] }
        let other = together.filter { $0.recognizer == place }.map { [$0.outcome: $0.time] }
        guard one != other else { continue }
        Issue.record("seed \(seed), recognizer \(place)")
        return
      }
    }
  }

  /// Fingers that join and leave do not move a gesture's location. The other fingers move it no
  /// farther than they move themselves.
  @Test func noLocationJumps() throws {
    var joins = 0
    for seed in 0..<Self.count / 4 {
      let sequence = RandomSequence(seed: seed)
      var arena = try #require(GestureArena(sequence.descriptions))
      for moment in sequence.moments {
        let before = arena
        for (contact, places) in moment.given {
          for index in places { arena.give(contact, to: index, at: moment.frame.time) }
        }
        arena.handle(moment.frame)
        for index in sequence.descriptions.indices
        where arena.isActive(index) && before.isActive(index) {
          let kind = sequence.descriptions[index].settings.kind
          guard kind == .pan || kind == .edgePan || kind == .longPress else { continue }
          let (old, new) = (before[index], arena[index])
          let ids = Set(old.fingers.fingers.map(\.id))
          if ids != Set(new.fingers.fingers.map(\.id)) { joins += 1 }
          let farthest = moment.frame.contacts.map { contact in
            let finger = old.fingers.fingers.first { $0.id == contact.id }
            return finger.map { contact.position.distance(to: $0.position) } ?? 0
          }
          let way = new.location.distance(to: old.location)
          guard way > (farthest.max() ?? 0) + 1e-9 else { continue }
          Issue.record("seed \(seed): \(way) points, the fingers \(farthest)")
          return
        }
      }
    }
    #expect(joins > 100)
  }
}
