import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing the looks of views, their variations, changes of looks, and themes.
@Suite struct LookReaderTests {
  private static func read(
    _ keys: String, screen: String = "", changes: String = "[]"
  ) throws(DocumentError) -> SceneBlueprint {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 \(screen) },
        views: [ { id: "box" \(keys) }, { id: "plain" } ],
        actions: [ { on: "appear", changes: \(changes) } ] }
      """
    return try SceneReader.read(Array(text.utf8), file: "scene.json5")
  }

  /// The error of a document, without the file and the position.
  private static func fault(
    _ keys: String, screen: String = "", changes: String = "[]"
  ) -> String? {
    do throws(DocumentError) {
      _ = try read(keys, screen: screen, changes: changes)
      return nil
    } catch {
      #expect(!error.description.contains("\n"))
      return "\(error.path): \(error.message)"
    }
  }

  private static let small = VariationContext(SizeClasses(width: .compact, height: .regular))

  @Test func aViewWithoutLookKeysHasNone() throws {
    let scene = try Self.read(", color: \"#ff0000\", cornerRadius: 3")
    #expect(scene.views.allSatisfy { $0.look == nil })
  }

  @Test func keysHaveTheirDefaults() throws {
    let scene = try Self.read(", border: {}, shadow: {}")
    let look = try #require(scene.views[1].look?[Self.small])
    #expect(look.moving.textColor == .black && look.moving.fillAlpha == 1)
    #expect(look.moving.borderWidth == 1 && look.moving.borderColor == .black)
    #expect(look.moving.shadowOpacity == 0.25 && look.moving.shadowRadius == 8)
    #expect(look.moving.shadowOffset.dx == 0 && look.moving.shadowOffset.dy == 4)
    #expect(look.fontWeight == 0 && look.truncation == .tail && look.image == nil)
  }

  @Test func dataIsJSONInTheOrderOfTheDocument() throws {
    let scene = try Self.read(
      ", data: { z: [1.0, 0.1, -3e2, null, true], 'a b': { ü: 'x\\'y' }, }")
    let look = try #require(scene.views[1].look?[Self.small])
    #expect(look.data == "{\"z\":[1,0.1,-300,null,true],\"a b\":{\"ü\":\"x'y\"}}")
  }

  @Test func variationsAndThemesSelectLooks() throws {
    let scene = try Self.read(
      """
      , shadow: { radius: 3 }, variations: { "dark": { textColor: "#ffffff80" },
        "compact x any and dark": { shadow: { opacity: 1 }, data: 7 } }
      """, screen: ", theme: \"dark\"")
    #expect(scene.layout.traits.theme == .dark)
    let table = try #require(scene.views[1].look)
    #expect(table[Self.small].moving.textColor == .black)
    var dark = Self.small
    dark.theme = .dark
    #expect(table[dark].moving.textColor.alpha == 0x80 && table[dark].data == "7")
    #expect(table[dark].moving.shadowOpacity == 1 && table[dark].moving.shadowRadius == 3)
    dark.classes.width = .regular
    #expect(table[dark].moving.shadowOpacity == 0.25 && table[dark].data == nil)
  }

  @Test func changesSetChannels() throws {
    let scene = try Self.read(
      ", textColor: \"#000000\"",
      changes: """
        [{ view: "box", textColor: "#ff000080", border: { width: 3 }, shadow: { offset: [1, 2] } }]
        """)
    let values: [LookChannel: Double] = [
      .textRed: 255, .textGreen: 0, .textBlue: 0, .textAlpha: 128.0 / 255, .borderWidth: 3,
      .shadowX: 1, .shadowY: 2,
    ]
    #expect(scene.actions[0].steps == [[.look("box", values)]])
  }

  @Test func aTextInTheColorOfItsFillIsDoubtful() throws {
    func warnings(_ keys: String, changes: String = "[]") throws -> [String] {
      try Self.read(", text: \"Hello\" \(keys)", changes: changes).lookWarnings
    }
    let text = "the text has the color of the fill,"
    let advice = "give the view another \"textColor\""
    #expect(
      try warnings(", color: \"#ff0000\", textColor: \"#FF0000\"")
        == ["box: \(text) \"#ff0000\"; \(advice)"])
    // Without a color, text is black.
    #expect(try warnings(", color: \"#000000\"") == ["box: \(text) \"#000000\"; \(advice)"])
    #expect(
      try warnings(
        ", color: \"#ffffff\", variations: { \"dark\": { textColor: \"#ffffff\" } }")
        == ["box: in a variation, \(text) \"#ffffff\"; \(advice)"])
    let red = ", color: \"#ff0000\", textColor: \"#ff0000\""
    #expect(
      try warnings(red, changes: "[{ view: \"box\", textColor: \"#ffffff\" }]").isEmpty)
    #expect(try warnings(", color: \"#ff0000\", textColor: \"#ff000080\"").isEmpty)
    #expect(try warnings(", color: \"#ff000080\", textColor: \"#ff0000\"").isEmpty)
    #expect(try warnings(", textColor: \"#ff0000\"").isEmpty)
    #expect(try Self.read(", color: \"#000000\"").lookWarnings.isEmpty)
  }

  /// With its quotation marks, each text has 4096 bytes.
  @Test func theDataOfASceneHasALimit() throws {
    let data = "data: \"\(String(repeating: "d", count: 4094))\""
    func scene(_ count: Int) -> String {
      let views = (0..<count - 2).map { "{ id: \"v\($0)\", \(data) }" }.joined(separator: ",")
      return """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ \(views), { id: "outer", views: [ { id: "inner", \(data),
            variations: { "dark": { \(data) } } } ] } ] }
        """
    }
    let most = try SceneReader.read(Array(scene(64).utf8), file: "s")
    #expect(most.views.count == 65)
    let error = #expect(throws: DocumentError.self) {
      try SceneReader.read(Array(scene(65).utf8), file: "s")
    }
    #expect(
      error?.message
        == "the \"data\" of all views has 266240 bytes as JSON; the limit is 262144")
    #expect(error.map { "\($0.path)" } == "views")
  }

  @Test func eachFaultHasOneClearLine() {
    let color = "expected a color \"#rrggbb\" or \"#rrggbbaa\", found \"red\""
    #expect(Self.fault(", textColor: \"red\"") == "views[0].textColor: \(color)")
    #expect(Self.fault(", border: { color: \"red\" }") == "views[0].border.color: \(color)")
    #expect(Self.fault(", fontWeight: 0")?.hasPrefix("views[0].fontWeight: ") == true)
    #expect(Self.fault(", truncation: \"end\"")?.hasPrefix("views[0].truncation: ") == true)
    #expect(Self.fault(", shadow: { blur: 3 }")?.hasPrefix("views[0].shadow") == true)
    #expect(Self.fault(", shadow: { radius: -1 }")?.hasPrefix("views[0].shadow.radius: ") == true)
    #expect(
      Self.fault(", image: \"\"") == "views[0].image: the name of an image has 1 to 200 characters")
    let long = String(repeating: "x", count: 4095)
    #expect(
      Self.fault(", data: \"\(long)\"")
        == "views[0].data: \"data\" has 4097 bytes as JSON; the limit is 4096")
    #expect(Self.fault(", data: \"\(long.dropLast())\"") == nil)
    #expect(
      Self.fault(", variations: { \"dark and light\": { hidden: true } }")?.hasSuffix(
        "expected one theme, found two") == true)
    #expect(Self.fault("", screen: ", textColor: \"#000000\"")?.hasPrefix("screen") == true)
    #expect(
      Self.fault("", changes: "[{ view: \"plain\", border: { width: 1 } }]")?.hasSuffix(
        "\"plain\" has no look; give the view the key \"border\", too") == true)
  }
}
