import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackScene
import Testing

/// Parsing the key `when` of bindings, and the bindings of one number that it allows.
@Suite struct BindingConditionReaderTests {
  private static func read(_ bindings: String) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        states: { sheet: ["closed", "half", "open"], mode: ["still", "loud"] },
        views: [ { id: "a" }, { id: "b" } ], bindings: [\(bindings)] }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  private static func binding(_ condition: String, to target: String = "b.scale") -> String {
    "{ from: 'a.scale', to: '\(target)', when: '\(condition)' }"
  }

  @Test func aConditionHasStatesAndSizeClasses() throws {
    let scene = try Self.read(Self.binding("compact x any and sheet = open"))
    let condition = try #require(scene.bindings.first?.condition)
    #expect(condition.requirements == [.init(state: 0, value: 2)])
    #expect(condition.count == 2)
    #expect(try Self.read("{ from: 'a.alpha', to: 'b.alpha' }").bindings.first?.condition == nil)
  }

  @Test func bindingsOfDifferentStatesMaySetOneNumber() throws {
    let scene = try Self.read(
      [
        Self.binding("sheet = closed"), Self.binding("sheet = half and mode = loud"),
        Self.binding("sheet = half and mode = still"), Self.binding("sheet = open"),
      ].joined(separator: ", "))
    #expect(scene.bindings.count == 4)
  }

  private static let rivals: [(String, String)] = [
    (binding("sheet = open"), binding("mode = loud")),
    (binding("sheet = open"), binding("sheet = open")),
    (binding("compact x any"), binding("regular x any")),
    (binding("sheet = open"), "{ from: 'a.scale', to: 'b.scale' }"),
    (binding("sheet = open"), binding("sheet = closed", to: "b.scale.x")),
  ]

  @Test(arguments: rivals)
  func otherBindingsOfOneNumberAreAnError(first: String, second: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read("\(first), \(second)") }
    let text = error?.description ?? ""
    #expect(
      text.contains(
        "bindings[1].to: the binding \"binding2\" and the binding \"binding1\" both set "
          + "\"b.scale.x\"; keep one of them, or give both \"combine\": \"add\" or \"multiply\""),
      "\(text)")
  }

  /// The third binding excludes the first one, but not the second one.
  @Test func eachPairOfBindingsHasToExcludeTheOther() {
    let bindings = [
      Self.binding("sheet = open"), Self.binding("sheet = closed and mode = loud"),
      Self.binding("sheet = closed"),
    ]
    let error = #expect(throws: DocumentError.self) {
      try Self.read(bindings.joined(separator: ", "))
    }
    #expect(
      error?.description.contains("the binding \"binding3\" and the binding \"binding2\"") == true)
  }

  @Test func anUnknownStateIsAnError() {
    let error = #expect(throws: DocumentError.self) { try Self.read(Self.binding("sheat = open")) }
    #expect(
      error?.description.contains(
        "bindings[0].when: unknown state \"sheat\" — did you mean \"sheet\"?") == true)
  }
}
