import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing bindings of numbers of looks, and the errors about second writers of these numbers.
@Suite struct LookBindingReaderTests {
  private static func read(
    _ bindings: String, card: String = "", actions: String = "[]"
  ) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "a" }, { id: "card" \(card) }, { id: "bordered", border: {} } ],
        actions: \(actions), bindings: [\(bindings)] }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  /// The error of a document, without the file and the position.
  private static func fault(
    _ bindings: String, card: String = "", actions: String = "[]"
  ) -> String? {
    do throws(DocumentError) {
      _ = try read(bindings, card: card, actions: actions)
      return nil
    } catch {
      #expect(!error.description.contains("\n"))
      return "\(error.path): \(error.message)"
    }
  }

  private static let plain: [(String, LookChannel)] = [
    ("color.alpha", .fillAlpha), ("textColor.alpha", .textAlpha),
    ("border.color.alpha", .borderAlpha), ("shadow.opacity", .shadowOpacity),
  ]
  private static let lengths: [(String, LookChannel)] = [
    ("border.width", .borderWidth), ("shadow.radius", .shadowRadius),
    ("shadow.offset.x", .shadowX), ("shadow.offset.y", .shadowY),
  ]

  @Test(arguments: plain + lengths)
  func everyNumberIsASourceAndATarget(name: String, channel: LookChannel) throws {
    let isLength = Self.lengths.contains { $0.0 == name }
    let other = isLength ? "a.translation.x" : "a.alpha"
    let scene = try Self.read(
      "{ from: \"\(other)\", to: \"card.\(name)\" }, "
        + "{ from: \"bordered.\(name)\", to: \"a.\(isLength ? "cornerRadius" : "scale")\" }")
    #expect(scene.bindings[0].looks == [channel] && scene.bindings[0].channels.isEmpty)
    #expect(scene.bindings[0].view == 2 && scene.views[2].look != nil)
    #expect(scene.bindings[1].source == .look(channel, view: 3))
    #expect(scene.views[1].look == nil)
  }

  @Test func colorsHaveABindingForEachComponent() throws {
    let map = "map: [[0, \"#000000\"], [1, \"#0a141e\"]]"
    let scene = try Self.read(
      "{ from: \"a.alpha\", to: \"card.textColor\", \(map) }, "
        + "{ from: \"a.alpha\", to: \"card.border.color\", \(map) }")
    #expect(
      scene.bindings.flatMap(\.looks) == [
        .textRed, .textGreen, .textBlue, .borderRed, .borderGreen, .borderBlue,
      ])
    let values = scene.bindings.map { $0.map.state(at: MotionState(value: 1)).value }
    #expect(values == [10, 20, 30, 10, 20, 30])
    // Only a binding of the fill gives a view a fill.
    #expect(scene.views[2].appearance.color == nil)
  }

  private static let radius = """
    { name: "lift", from: "a.translation.x", to: "card.shadow.radius" }
    """
  private static let both = "the binding \"lift\" and "

  @Test func aSecondWriterIsNamed() {
    #expect(
      Self.fault(Self.radius, card: ", shadow: { radius: 3 }")
        == "bindings[0].to: \(Self.both)the view's own key \"shadow.radius\" both set "
        + "\"card.shadow.radius\"; keep one of them")
    #expect(
      Self.fault(
        Self.radius, card: ", variations: { \"dark\": { shadow: { radius: 3 } } }")
        == "bindings[0].to: \(Self.both)the key \"shadow.radius\" of a variation both set "
        + "\"card.shadow.radius\"; keep one of them")
    #expect(Self.fault(Self.radius, card: ", shadow: { opacity: 1 }") == nil)
    let fill = "{ name: \"lift\", from: \"a.alpha\", to: \"card.color.alpha\" }"
    #expect(
      Self.fault(fill, card: ", color: \"#ff000080\"")
        == "bindings[0].to: \(Self.both)the view's own key \"color\" both set "
        + "\"card.color.alpha\"; keep one of them")
    #expect(Self.fault(fill, card: ", color: \"#ff0000\"") == nil)
    let second = "{ name: \"sink\", from: \"a.translation.y\", to: \"card.shadow.radius\" }"
    #expect(
      Self.fault("\(Self.radius), \(second)")?.contains(
        "the binding \"sink\" and the binding \"lift\" both set \"card.shadow.radius\"; keep one "
          + "of them, or give both \"combine\": \"add\" or \"multiply\"") == true)
  }

  @Test func anActionCannotChangeABoundNumber() {
    func fault(_ change: String) -> String? {
      Self.fault(
        Self.radius, actions: "[{ on: \"appear\", changes: [{ view: \"card\", \(change) }] }]")
    }
    #expect(
      fault("shadow: { radius: 3 }")
        == "actions[0].changes[0].shadow: the binding \"lift\" sets \"card.shadow.radius\"; an "
        + "action cannot set it, too")
    #expect(fault("shadow: { opacity: 1 }") == nil)
    #expect(fault("textColor: \"#ffffff\"") == nil)
  }

  @Test func faultsOfLooksHaveOneClearLine() {
    #expect(
      Self.fault("{ from: \"a.border.width\", to: \"card.cornerRadius\" }")
        == "bindings[0].from: \"a\" has no look; give the view \"textColor\", \"border\" or "
        + "\"shadow\"")
    #expect(
      Self.fault("{ from: \"a.alpha\", to: \"screen.shadow.opacity\" }")
        == "bindings[0].to: the screen has no look; name one of its views")
    #expect(
      Self.fault("{ from: \"a.alpha\", to: \"card.border.width\" }")
        == "bindings[0]: \"alpha\" is a plain number, and \"border.width\" is in points; give a "
        + "\"map\"")
    #expect(
      Self.fault(
        "{ from: \"a.alpha\", to: \"card.textColor\", combine: \"multiply\", "
          + "map: [[0, \"#000000\"], [1, \"#ffffff\"]] }")
        == "bindings[0].combine: colors cannot be multiplied; use \"add\"")
    #expect(
      Self.fault("{ from: \"bordered.textColor\", to: \"card.textColor\" }")?.hasPrefix(
        "bindings[0].from: unknown number \"textColor\"") == true)
  }

  @Test func aLookCanTriggerAnAction() throws {
    let scene = try Self.read(
      "",
      actions: """
        [{ on: { crosses: "bordered.border.width", at: 3 }, changes: [{ view: "a", alpha: 0 }] }]
        """)
    #expect(
      scene.actions[0].crossings.map(\.source)
        == [.look(.borderWidth, view: 3), .look(.borderWidth, view: 3)])
  }

  @Test func boundNumbersDependOnEachOtherOnlyByBindings() {
    let circle = """
      { from: "card.shadow.opacity", to: "a.alpha" },
      { from: "a.alpha", to: "card.shadow.opacity" }
      """
    #expect(
      Self.fault(circle)
        == "bindings[0]: bindings follow each other in a circle: \"a.alpha\" follows "
        + "\"card.shadow.opacity\" follows \"a.alpha\"")
  }
}
