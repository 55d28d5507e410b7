import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackScene
import Testing

/// Parsing a scene's `states`, the conditions that name them, and changes of states.
@Suite struct StateReaderTests {
  private static func read(
    _ variations: String,
    states: String = "{ sheet: [\"closed\", \"half\", \"open\"], "
      + "mode: [\"a\", \"b\"] }", changes: String = "[]"
  ) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, states: \(states),
        views: [ { id: "box" } ],
        constraints: [ { id: "w", rule: "box.width = 100", variations: \(variations) } ],
        actions: [ { on: "appear", changes: \(changes) } ] }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  /// The error of a document, without the file and the position.
  private static func fault(
    _ variations: String, states: String? = nil, changes: String = "[]"
  ) -> String? {
    do throws(DocumentError) {
      _ =
        if let states {
          try read(variations, states: states, changes: changes)
        } else {
          try read(variations, changes: changes)
        }
      return nil
    } catch {
      #expect(!error.description.contains("\n"))
      return "\(error.path): \(error.message)" + (error.hint.map { " — \($0)" } ?? "")
    }
  }

  @Test func statesHaveTheirFirstValues() throws {
    let states = try Self.read("{}").layout.states
    #expect(
      states.states == [
        SceneState("sheet", values: ["closed", "half", "open"]),
        SceneState("mode", values: ["a", "b"]),
      ])
    #expect(states["sheet"] == "closed" && states["mode"] == "a" && states["other"] == nil)
  }

  @Test func conditionsAreReadWithAnySpacesAndInAnyOrder() throws {
    let pattern = SizeClassPattern(width: .compact)
    let open = VariationCondition.Requirement(state: 0, value: 2)
    let second = VariationCondition.Requirement(state: 1, value: 1)
    let conditions: [(String, VariationCondition)] = [
      ("sheet = open", VariationCondition(requirements: [open])),
      ("  sheet=open ", VariationCondition(requirements: [open])),
      ("sheet= open", VariationCondition(requirements: [open])),
      ("sheet = open and mode = b", VariationCondition(requirements: [open, second])),
      ("mode=b and sheet=open", VariationCondition(requirements: [open, second])),
      ("compact x any and sheet = open", VariationCondition(pattern, requirements: [open])),
      ("sheet = open and compact × any", VariationCondition(pattern, requirements: [open])),
      (
        "mode = b  and compact x any and\\tsheet = open",
        VariationCondition(pattern, requirements: [open, second])
      ),
    ]
    for (text, condition) in conditions {
      let table = try #require(
        try Self.read("{ \"\(text)\": { constant: 7 } }").layout.variations(of: "w"))
      for width in SizeClass.allCases {
        for (sheet, mode) in (0..<3).flatMap({ sheet in (0..<2).map { (sheet, $0) } }) {
          let context = VariationContext(
            SizeClasses(width: width, height: .regular), states: [sheet, mode])
          let holds = table[context].constant == 7
          #expect(holds == condition.matches(context), "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    ("sheat = open", "unknown state \"sheat\" — did you mean \"sheet\"?"),
    ("sheet = opne", "unknown value of sheet \"opne\" — did you mean \"open\"?"),
    (
      "sheet = low",
      "unknown value of sheet \"low\" — expected one of \"closed\", \"half\", \"open\""
    ),
    ("tray = open", "unknown state \"tray\" — expected one of \"sheet\", \"mode\""),
    ("sheet = ", "variation \"sheet = \": expected a state, \"=\" and a value, found \"sheet =\""),
    ("= open", "variation \"= open\": expected a state, \"=\" and a value, found \"= open\""),
    (
      "sheet == open",
      "variation \"sheet == open\": expected a state, \"=\" and a value, found \"sheet == open\""
    ),
    (
      "sheet != open",
      "variation \"sheet != open\": expected a state, \"=\" and a value, found \"sheet != open\""
    ),
    (
      "sheet = half open",
      "variation \"sheet = half open\": expected a state, \"=\" and a value, found "
        + "\"sheet = half open\""
    ),
    (
      "sheet = open and",
      "variation \"sheet = open and\": expected a condition on each side of "
        + "\"and\""
    ),
    ("and", "variation \"and\": expected a condition on each side of \"and\""),
    (
      "sheet = open and sheet = half",
      "variation \"sheet = open and sheet = half\": expected each state once, found \"sheet\" "
        + "twice"
    ),
    (
      "compact x any and any x compact",
      "variation \"compact x any and any x compact\": expected one pattern of size classes, found "
        + "two"
    ),
    ("open", "variation \"open\": expected a width: compact, regular or any, found \"open\""),
    ("", "variation \"\": expected a width: compact, regular or any, found the end"),
  ])
  func aFaultyConditionSaysWhatWasExpected(text: String, message: String) {
    let fault = Self.fault("{ \"\(text)\": { constant: 7 } }")
    #expect(fault?.hasSuffix(": \(message)") == true, "\(fault ?? "no error")")
  }

  @Test func theSameConditionInTwoOrdersIsRefused() {
    let fault = Self.fault(
      "{ \"sheet = open and mode = a\": {}, \"mode = a and sheet = open\": {} }")
    #expect(fault?.contains("expected each condition once") == true)
  }

  @Test func faultyStatesAreRefused() {
    let long = String(repeating: "a", count: 101)
    let faults: [(String, String)] = [
      ("{ sheet: [\"open\"] }", "count"), ("{ sheet: \"open\" }", "expected an array"),
      ("{ sheet: [1, 2] }", "expected a string"),
      ("{ sheet: [\"open\", \"open\"] }", "two values of \"sheet\" are called \"open\""),
      ("{ sheet: [\"a b\", \"c\"] }", "\"a b\" cannot be a value: at most 100 letters"),
      ("{ \"2up\": [\"a\", \"b\"] }", "\"2up\" cannot be a state"),
      ("{ and: [\"a\", \"b\"] }", "and not \"and\""),
      ("{ sheet: [\"and\", \"b\"] }", "\"and\" cannot be a value"),
      ("{ sheet: [\"\(long)\", \"b\"] }", "cannot be a value"),
      ("{ sheet: [\(Array(repeating: "\"a\"", count: 33).joined(separator: ", "))] }", "count"),
    ]
    for (states, message) in faults {
      let fault = Self.fault("{}", states: states)
      #expect(fault?.contains(message) == true, "\(states): \(fault ?? "no error")")
    }
    let many = (0...100).map { "s\($0): [\"a\", \"b\"]" }.joined(separator: ", ")
    #expect(Self.fault("{}", states: "{ \(many) }")?.contains("at most 100 states") == true)
  }

  @Test func variationsOfTooManyStatesAreRefused() {
    let states = "{ \((0..<6).map { "s\($0): [\"a\", \"b\"]" }.joined(separator: ", ")) }"
    func variations(_ count: Int) -> String {
      "{ \((0..<count).map { "\"s\($0) = b\": {}" }.joined(separator: ", ")) }"
    }
    #expect(Self.fault(variations(5), states: states) == nil)
    #expect(
      Self.fault(variations(6), states: states)?.contains("more than 32 combinations") == true)
  }

  @Test func aChangeNamesAStateAndOneOfItsValues() throws {
    let blueprint = try Self.read("{}", changes: "[{ state: \"sheet\", value: \"open\" }]")
    #expect(blueprint.actions[0].steps == [[.state("sheet", "open")]])
    let faults = [
      (
        "{ state: \"sheat\", value: \"open\" }",
        "actions[0].changes[0].state: unknown state \"sheat\" — did you mean \"sheet\"?"
      ),
      (
        "{ state: \"sheet\", value: \"opne\" }",
        "actions[0].changes[0].value: unknown value of sheet \"opne\" — did you mean \"open\"?"
      ),
      ("{ state: \"sheet\" }", "actions[0].changes[0]: missing key \"value\""),
      (
        "{ state: \"sheet\", value: \"open\", animate: \"push\" }",
        "actions[0].changes[0].animate: unknown key \"animate\""
      ),
    ]
    for (change, message) in faults {
      #expect(Self.fault("{}", changes: "[\(change)]") == message)
    }
  }
}
