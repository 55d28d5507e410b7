import SnapbackGestures
import Testing

/// Every ordered pair of gesture kinds that share fingers, in every relation.
///
/// Two fingers perform each kind in turn, at moments found by hand. From these moments, the
/// documented rules alone determine which of two recognizers is recognized, and when.
@Suite struct ArbitrationPairTests {
  /// Two fingers 100 points apart, at the left edge, a scan of 50 ms:
  /// - they rest for 500 ms;
  /// - one goes right by 8 points, twice: they turn by 4.6, then by 9.1 degrees (threshold 3.5, and
  ///   1.4 for the assumed noise), and are 101.3 points apart;
  /// - they spread once, by 8 points each, to 117.1 points (threshold 5 %);
  /// - both go right by 8 points a scan, seven times;
  /// - rest, and lift.
  static let fingers = """
    a 18,300  o----------→→↑→→→→→→→=x
    b 18,400  o----------==↓→→→→→→→=x
    """

  /// The scan in which each kind is recognized when it is alone.
  static let moments: [GestureKind: Int] = [
    .longPress: 10,
    .rotation: 12,
    .pinch: 13,
    // Their middle has gone 16 points to the right, more than the slop of 10.
    .pan: 14,
    // 24 points exceed a slop of 20.
    .edgePan: 15,
    // The second finger has gone 48 points; after 0.95 s of 5 s, 45.5 are required.
    .swipe: 19,
    .tap: 22,
  ]

  private static let meeting: [GestureKind: GestureSettings] = [
    .longPress: Settings.longPress {
      $0.fingers = 2
      $0.slop.points = 999
    },
    .rotation: .rotation(RotationSettings()),
    .pinch: .pinch(PinchSettings()),
    .pan: Settings.pan,
    .edgePan: Settings.pan {
      $0.edge = .left
      $0.slop.points = 20
    },
    .swipe: Settings.swipe {
      $0.fingers = 2
      $0.duration = 5
    },
    .tap: Settings.tap {
      $0.fingers = 2
      $0.slop.points = 999
    },
  ]

  /// Variants that fail, with the scan and the reason.
  private static let failing: [GestureKind: (GestureSettings, scan: Int, sign: String)] = [
    .longPress: (.longPress(LongPressSettings(duration: 5, fingers: 2)), 12, "M"),
    .rotation: (Settings.rotation { $0.slop = TouchDistance(points: 999) }, 22, "L"),
    .pinch: (Settings.endlessPinch, 22, "L"),
    .pan: (Settings.pan { $0.maximumFingers = 1 }, 0, "N"),
    .edgePan: (
      Settings.pan {
        $0.edge = .left
        $0.edgeWidth.points = 17
      }, 0, "F"
    ),
    .swipe: (Settings.swipe { $0.fingers = 2 }, 11, "S"),
    .tap: (.tap(TapSettings(fingers: 2)), 12, "M"),
  ]

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

  /// The outcome of a recognizer, and its scan.
  private struct Fate: Equatable, CustomStringConvertible {
    var sign: String
    var scan: Int
    var description: String { "\(sign) at \(scan)" }
  }

  private func expected(
    _ first: GestureKind, _ second: GestureKind, _ relation: Relation
  ) throws -> [[Fate]] {
    let (one, two) = (
      try #require(Self.moments[first]), try #require(Self.moments[second])
    )
    let lost = try #require(Self.failing[second])
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
    let one = try #require(Self.meeting[first])
    let other =
      relation == .requiresOneThatFails ? Self.failing[second]?.0 : Self.meeting[second]
    let two = try #require(other)
    let waits = relation == .requiresOneThatComes || relation == .requiresOneThatFails
    let actors = [
      Actor(
        "one", one, with: relation == .simultaneous ? ["two"] : [], after: waits ? ["two"] : []),
      Actor("two", two),
    ]
    let run = try #require(ScriptRun(GestureScript("", scan: 50, actors, Self.fingers)))
    return actors.indices.map { index in
      run.columns.enumerated().flatMap { scan, steps in
        steps.filter { $0.recognizer == index }.compactMap { ScriptRun.sign($0.outcome) }
          .filter { !"ce".contains($0) }.map { Fate(sign: $0, scan: scan) }
      }
    }
  }

  @Test func aloneEachIsRecognizedAtItsMoment() throws {
    #expect(Set(Self.moments.keys) == Set(Self.kinds))
    for kind in Self.kinds {
      let settings = try #require(Self.meeting[kind])
      #expect(settings.kind == kind)
      let script = GestureScript("", scan: 50, [Actor("one", settings)], Self.fingers)
      let run = try #require(ScriptRun(script))
      let moment = run.columns.firstIndex { $0.contains { $0.outcome == .recognized } }
      #expect(moment == Self.moments[kind], "\(kind)")
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
    #expect(covered == 7 * 7 * 4)
  }
}
