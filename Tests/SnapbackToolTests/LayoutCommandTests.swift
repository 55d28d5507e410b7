import Foundation
import SnapbackTestSupport
import Testing

/// The output of `snapback layout` for a scene.
@Suite struct LayoutCommandTests {
  private static func scene(_ name: String) -> String {
    Fixture.repository + "/configs/scenes/\(name).json5"
  }

  private func run(_ arguments: String...) throws -> Command.Result {
    try Command.run("snapback", ["layout"] + arguments)
  }

  @Test func explainNamesEachConstraintAndItsPrice() throws {
    let result = try run(Self.scene("table"), "--explain", "table")
    #expect(result.code == 0)
    #expect(result.output.contains("holds           tableHeight: table.height = 100 @ 999"))
    // The keyboard leaves too little room for the form, so the wish `centered` is missed.
    let low = try run(
      Self.scene("login"), "--traits", "keyboard=400", "--explain", "form")
    #expect(low.output.contains("missed"))
    #expect(low.output.contains("centered: form.centerY = screen.centerY @ 750"))
  }

  @Test func withoutAConstraintItSaysWhatMovesAndWhatIsOpen() throws {
    let result = try run(Self.scene("title"), "--without", "early")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("without \"early\":\n"))
    #expect(result.output.contains("title: left not determined; a constraint is missing"))
    let wrong = try run(Self.scene("title"), "--without", "earli")
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("did you mean \"early\"?"))
  }

  @Test func aConflictNamesItsWholeSet() throws {
    let result = try run(Self.scene("grid-conflict"))
    #expect(result.code == 0)
    #expect(result.output.contains("gives way: it contradicts"))
  }

  @Test func readingFromTheRightMirrorsTheScreen() throws {
    let there = try run(Self.scene("three"), "--json")
    let back = try run(Self.scene("three"), "--json", "--rtl")
    #expect(there.code == 0 && back.code == 0)
    let (left, right) = (try frames(there.output), try frames(back.output))
    let width = try #require(left["screen"]?[2])
    #expect(left.count > 3)
    for (name, frame) in left {
      let mirrored = try #require(right[name])
      #expect((frame[0] + frame[2] - (width - mirrored[0])).magnitude < 0.4, "\(name)")
    }
  }

  private func frames(_ json: String) throws -> [String: [Double]] {
    struct Layout: Decodable {
      struct View: Decodable {
        var id: String
        var frame: [Double]
      }
      var views: [View]
    }
    let layout = try JSONDecoder().decode(Layout.self, from: Data(json.utf8))
    return Dictionary(uniqueKeysWithValues: layout.views.map { ($0.id, $0.frame) })
  }

  @Test func theWireframeShowsWhatIsWrongInRed() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "wireframe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func picture(_ name: String) throws -> String {
      let file = folder.appending(path: name + ".svg")
      #expect(try run(Self.scene(name), "--svg", file.path).code == 0)
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
    // The legend has one line of each kind.
    let red = "class=\"conflicting\""
    #expect(try picture("card").components(separatedBy: red).count == 2)
    #expect(try picture("grid-conflict").components(separatedBy: red).count > 3)
    #expect(try picture("todo").contains("<clipPath"))
  }

  /// Fills are faint, so that names are legible; a translucent fill is fainter by its opacity.
  @Test func theWireframeShowsTheOpacityOfFills() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "wireframe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func opacity(_ color: String) throws -> Double {
      let scene = folder.appending(path: "scene.json5")
      let picture = folder.appending(path: "scene.svg")
      let text = """
        { snapback: 1, screen: { width: 100, height: 100 },
          views: [{ id: "a", color: "\(color)" }],
          constraints: ["a.left = 0", "a.top = 0", "a.width = 50", "a.height = 50"] }
        """
      try Data(text.utf8).write(to: scene)
      #expect(try run(scene.path, "--svg", picture.path).code == 0)
      let svg = String(decoding: try Data(contentsOf: picture), as: UTF8.self)
      let fill = try #require(svg.firstMatch(of: /fill="#ffffff" fill-opacity="([0-9.]+)"/))
      return try #require(Double(fill.1))
    }
    let opaque = try opacity("#ffffff")
    #expect(opaque > 0.1)
    let faint = try opacity("#ffffff80")
    // The picture has two decimals.
    #expect(abs(faint - opaque * 128 / 255) <= 0.01)
  }

  /// The content begins below the insets, and a heading stays at the top of the view.
  @Test(arguments: [
    ("contentInset: { left: 20, top: 10 }", 20.0, 10.0),
    ("contentInset: { top: 10 }, addsSafeArea: true", 0, 57), ("", 0, 0),
  ])
  func contentBeginsAtTheStartOfItsRange(keys: String, left: Double, top: Double) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "inset-\(UUID().uuidString).json5")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      { snapback: 1, screen: { width: 300, height: 500 },
        views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" } ] } ],
        constraints: [ "list.left = 0", "list.top = 0", "list.width = 300", "list.height = 500",
          { format: "H:|[rows(300)]|", in: "list" }, { format: "V:|[rows(1200)]|", in: "list" },
          "heading.left = rows.left", "heading.top = list.viewport.top", "heading.width = 50",
          "heading.height = 40" ],
        gestures: [ { scroll: "list", \(keys) } ] }
      """
    try Data(text.utf8).write(to: file)
    let result = try run(file.path, "--json", "--traits", "safeTop=47")
    #expect(result.code == 0)
    let frames = try frames(result.output)
    #expect(frames["rows"] == [left, top, 300, 1200])
    #expect(frames["heading"] == [left, 0, 50, 40])
  }

  @Test func traitsThatAreNoneAreAUsageError() throws {
    for traits in ["width=huge", "keyboard=-1", "keyboard=nan", "width", "a=b", ""] {
      #expect(try run(Self.scene("card"), "--traits", traits).code == 64, "\(traits)")
    }
  }

  @Test func checkWarnsOfATextThatIsToAdjustAndCannot() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "text-\(UUID().uuidString).json5")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      { snapback: 1, screen: { width: 100, height: 100 }, views: [
        { id: "a", text: { string: "x", pointSize: 20, adjusts: true } },
        { id: "b", text: { string: "x", pointSize: 20 } } ] }
      """
    try Data(text.utf8).write(to: file)
    let result = try Command.run("snapback", ["check", file.path])
    #expect(result.code == 0)
    let warnings = result.output.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("a: the text adjusts") == true)
  }
}
