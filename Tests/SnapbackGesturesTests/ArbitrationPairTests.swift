import SnapbackGestures
import Testing

/// Every ordered pair of gesture kinds that share fingers, in every relation.
///
/// Two fingers perform each kind in turn, at moments found by hand. From these moments, the
/// documented rules alone determine which of two recognizers is recognized, and when.
@Suite struct ArbitrationPairTests {
  enum Relation: CaseIterable, Sendable {
    /// The first to be recognized makes the other fail. In the same scan, the order decides.
    case exclusive
    /// Each is recognized as if it were alone.
    case simultaneous
    /// The first waits for the second, which is recognized; then the first fails.
    case requiresOneThatComes
    /// The first is recognized at its own time, but not before the second has failed.
    case requiresOneThatFails
  }

  private static var kinds: [GestureKind] { GestureKind.allCases.filter { !$0.isPointer } }

  private static func meeting(_ kind: GestureKind) throws -> KindExample.Meeting {
    try #require(KindExample.all[kind]?.meeting)
  }

  /// The outcome of a recognizer, and its scan.
  private struct Fate: Equatable, CustomStringConvertible {
    var sign: String
    var scan: Int
    var description: String { "\(sign) at \(scan)" }
  }

  private func expected(
    _ first: GestureKind, _ second: GestureKind, _ relation: Relation
  ) throws -> [[Fate]] {
    let (one, two) = (try Self.meeting(first).moment, try Self.meeting(second).moment)
    let lost = try Self.meeting(second).failure
    switch relation {
    case .exclusive:
      return one <= two
        ? [[Fate(sign: "r", scan: one)], [Fate(sign: "P", scan: one)]]
        : [[Fate(sign: "P", scan: two)], [Fate(sign: "r", scan: two)]]
    case .simultaneous: return [[Fate(sign: "r", scan: one)], [Fate(sign: "r", scan: two)]]
    case .requiresOneThatComes:
      // In the same scan the first is processed before the second is recognized, so it waits.
      let waits = one <= two ? [Fate(sign: "w", scan: one)] : []
      return [waits + [Fate(sign: "R", scan: two)], [Fate(sign: "r", scan: two)]]
    case .requiresOneThatFails:
      // In the same scan the first is processed before the second has failed, so it waits.
      let waits = lost.scan >= one ? [Fate(sign: "w", scan: one)] : []
      return [
        waits + [Fate(sign: "r", scan: max(one, lost.scan))],
        [Fate(sign: lost.sign, scan: lost.scan)],
      ]
    }
  }

  /// The outcome of the two, without later changes.
  private func outcome(
    _ first: GestureKind, _ second: GestureKind, _ relation: Relation
  ) throws -> [[Fate]] {
    let (one, other) = (try Self.meeting(first).settings, try Self.meeting(second))
    let two = relation == .requiresOneThatFails ? other.failing : other.settings
    let waits = relation == .requiresOneThatComes || relation == .requiresOneThatFails
    let actors = [
      Actor(
        "one", one, with: relation == .simultaneous ? ["two"] : [], after: waits ? ["two"] : []),
      Actor("two", two),
    ]
    let run = try #require(ScriptRun(GestureScript("", scan: 50, actors, KindExample.fingers)))
    return actors.indices.map { index in
      run.columns.enumerated().flatMap { scan, steps in
        steps.filter { $0.recognizer == index }.compactMap { ScriptRun.sign($0.outcome) }
          .filter { !"ce".contains($0) }.map { Fate(sign: $0, scan: scan) }
      }
    }
  }

  @Test func aloneEachIsRecognizedAtItsMoment() throws {
    for kind in Self.kinds {
      let (settings, expected) = (try Self.meeting(kind).settings, try Self.meeting(kind).moment)
      #expect(settings.kind == kind)
      let script = GestureScript("", scan: 50, [Actor("one", settings)], KindExample.fingers)
      let run = try #require(ScriptRun(script))
      let moment = run.columns.firstIndex { $0.contains { $0.outcome == .recognized } }
      #expect(moment == expected, "\(kind)")
      if !kind.isDiscrete { #expect(run.columns[22].last?.outcome == .ended, "\(kind)") }
    }
  }

  @Test func everyOrderedPairInEveryRelationGoesByTheRules() throws {
    var covered = 0
    for first in Self.kinds {
      for second in Self.kinds {
        for relation in Relation.allCases {
          let found = try outcome(first, second, relation)
          let wanted = try expected(first, second, relation)
          #expect(found == wanted, "\(first) and \(second), \(relation)")
          covered += 1
        }
      }
    }
    #expect(covered == Self.kinds.count * Self.kinds.count * 4 && covered >= 7 * 7 * 4)
  }
}
