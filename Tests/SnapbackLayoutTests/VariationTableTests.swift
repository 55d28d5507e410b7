import SnapbackBasics
import SnapbackLayout
import Testing

/// The choice among variations with conditions on size classes and states.
@Suite struct VariationTableTests {
  private static let states = [
    SceneState("sheet", values: ["closed", "half", "open"]),
    SceneState("mode", values: ["a", "b"]),
  ]

  /// A condition, written a second time: a class along each axis and a value of each state, or nil.
  private struct Choice {
    let width: SizeClass?
    let height: SizeClass?
    let values: [Int?]

    var condition: VariationCondition {
      let needed = values.enumerated().compactMap { state, value in
        value.map { VariationCondition.Requirement(state: state, value: $0) }
      }
      return VariationCondition(
        SizeClassPattern(width: width, height: height), requirements: Set(needed))
    }

    func holds(_ context: VariationContext) -> Bool {
      if let width, width != context.classes.width { return false }
      if let height, height != context.classes.height { return false }
      for (state, value) in values.enumerated() {
        if let value, value != context.states[state] { return false }
      }
      return true
    }

    /// The number of conditions, then today's rule: the width before the height.
    var strength: [Int] {
      let classes = (width == nil ? 0 : 2) + (height == nil ? 0 : 1)
      return [values.compactMap { $0 }.count + min(classes, 1), classes]
    }
  }

  /// All 9 × 4 × 3 conditions.
  private static let choices: [Choice] = {
    let classes: [SizeClass?] = [nil, .compact, .regular]
    var choices: [Choice] = []
    for width in classes {
      for height in classes {
        for sheet in [nil, 0, 1, 2] as [Int?] {
          for mode in [nil, 0, 1] as [Int?] {
            choices.append(Choice(width: width, height: height, values: [sheet, mode]))
          }
        }
      }
    }
    return choices
  }()

  private static let contexts: [VariationContext] = SizeClass.allCases.flatMap { width in
    SizeClass.allCases.flatMap { height in
      (0..<3).flatMap { sheet in
        (0..<2).map { mode in
          VariationContext(SizeClasses(width: width, height: height), states: [sheet, mode])
        }
      }
    }
  }

  /// The index of the winner among conditions in the order of the document; nil if none is true.
  private static func winner(_ list: [Choice], _ context: VariationContext) -> Int? {
    var best: Int?
    for (index, choice) in list.enumerated() where choice.holds(context) {
      if let best, choice.strength.lexicographicallyPrecedes(list[best].strength) { continue }
      best = index
    }
    return best
  }

  private static func check(_ list: [Choice]) {
    let variants = list.enumerated().map {
      (condition: $0.element.condition, variant: $0.offset)
    }
    let table = VariationTable(-1, variants: variants, states: states) { $1 = $0 }
    for context in contexts {
      #expect(table[context] == winner(list, context) ?? -1, "\(variants.map(\.condition))")
    }
  }

  @Test func ofEachTwoConditionsTheStrongerOneWinsAndThenTheLaterOne() {
    #expect(Self.choices.count == 108 && Self.contexts.count == 24)
    for first in Self.choices {
      for second in Self.choices { Self.check([first, second]) }
    }
  }

  @Test func theWinnerIsThatOfASearchOverRandomListsOfConditions() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...12, using: &random)
      Self.check((0..<count).compactMap { _ in Self.choices.randomElement(using: &random) })
    }
  }

  @Test func eachMemberHasTheValueOfTheStrongestConditionThatSetsIt() {
    // Each variant sets one of two members, so the winner is that among the setters of the member.
    var random = SeededGenerator(seed: 6)
    for _ in 0..<300 {
      let list = (0..<8).compactMap { _ in Self.choices.randomElement(using: &random) }
      let variants = list.enumerated().map {
        (condition: $0.element.condition, variant: $0.offset)
      }
      let table = VariationTable([-1, -1], variants: variants, states: Self.states) {
        $1[$0 % 2] = $0
      }
      for context in Self.contexts {
        for member in 0..<2 {
          let setters = list.indices.filter { $0 % 2 == member }
          let winner = Self.winner(setters.map { list[$0] }, context).map { setters[$0] }
          #expect(table[context][member] == winner ?? -1)
        }
      }
    }
  }

  @Test func aTableHasOneValueForEachCombinationOfTheStatesThatItNames() {
    let mode = VariationCondition(requirements: [.init(state: 1, value: 1)])
    let table = VariationTable(0, variants: [(condition: mode, variant: 1)], states: Self.states) {
      $1 = $0
    }
    #expect(!table.depends(on: 0) && table.depends(on: 1))
    #expect(VariationTable<Int>.combinations(of: [mode], states: Self.states) == 2)
    let around = table.contexts(around: Self.contexts[5])
    #expect(around.count == 8)
    #expect(around.allSatisfy { $0.states[0] == Self.contexts[5].states[0] })
    #expect(VariationTable(0).contexts(around: Self.contexts[5]).count == 4)
  }

  @Test func tablesWithTheSameValuesAreEqual() {
    let plain = VariationTable(1)
    let contexts = plain.contexts(around: Self.contexts[0])
    var changed = plain
    changed[contexts[2]] = 7
    #expect(changed != plain)
    #expect(contexts.map { changed[$0] } == [1, 1, 7, 1])
    changed[contexts[2]] = 1
    #expect(changed == plain && changed.hashValue == plain.hashValue)
    let wide = VariationCondition(SizeClassPattern(width: .regular, height: nil))
    let same = VariationTable(1, variants: [(condition: wide, variant: 1)]) { $1 = $0 }
    #expect(same == plain && same.hashValue == plain.hashValue)
    var wider = VariationTable(1, variants: [(condition: wide, variant: 2)]) { $1 = $0 }
    #expect(wider != plain)
    wider.update { $0 = 1 }
    #expect(wider == plain)
  }

  @Test func tooManyCombinationsAreCountedWithoutOverflow() {
    let states = (0..<100).map { number in
      SceneState("s\(number)", values: (0..<32).map { "v\($0)" })
    }
    let all = states.indices.map { state in
      VariationCondition(requirements: [.init(state: state, value: 0)])
    }
    #expect(VariationTable<Int>.combinations(of: all, states: states) == .max)
    #expect(VariationTable<Int>.combinations(of: Array(all.prefix(2)), states: states) == 1024)
  }
}
