import SnapbackBasics
import SnapbackLayout
import SnapbackScene
import SnapbackTestSupport

/// A layout that the fidelity tests compare with one of UIKit.
struct FidelityLayout {
  private(set) var tree: LayoutTree
  private(set) var report: LayoutReport
  private let names: [String]

  init(scene text: String, file: String = "test") throws {
    let scene = try SceneReader.read(Array(text.utf8), file: file)
    names = scene.views.map(\.appearance.name)
    tree = scene.layout
    report = tree.layoutIfNeeded() ?? LayoutReport()
  }

  /// Answers what the layout asks about texts with their natural sizes, in points, by string.
  mutating func measureTexts(_ sizes: [String: Size]) throws {
    for _ in 0..<4 {
      let questions = names.indices.flatMap { tree.openQuestions(of: ViewID(index: $0)) }
      for question in questions {
        guard let size = sizes[question.string] else { continue }
        try tree.setMeasuredSize(width: size.width, height: size.height, of: question)
      }
      report = tree.layoutIfNeeded() ?? report
    }
  }

  func view(_ name: String) -> ViewID? { names.firstIndex(of: name).map { ViewID(index: $0) } }

  /// The frame of a view in its parent, before rounding to pixels.
  func exactFrame(_ name: String) -> Rect? {
    guard let view = view(name), let parent = tree.parent(of: view) else { return nil }
    let outer = tree.unroundedFrame(of: parent)
    let inner = tree.unroundedFrame(of: view)
    return Rect(
      x: inner.left - outer.left, y: inner.top - outer.top, width: inner.size.width,
      height: inner.size.height)
  }

  /// The frame of a view on the screen, in points.
  func frame(_ name: String) -> Rect? { view(name).map { tree.frames[$0.index] } }
}

/// Measurements of UIKit's layout, and what Snapback makes of them.
enum LayoutFidelity {
  /// One line of a table: whether a case is as recorded, and if not, what it is instead.
  struct Case {
    let name: String
    var recorded: String
    var seen: String

    var agrees: Bool { recorded == seen }
  }

  // MARK: Ties

  /// `layout_ties.csv`: rows and columns of labels that leave or lack room. Lengths are in pixels,
  /// three per point.
  static func ties() throws -> [Case] {
    try groups(of: "layout_ties").map { name, rows in
      var sizes: [String: Size] = [:]
      let views = rows[0].text("views").split(separator: " ").map { id in
        guard let row = rows.first(where: { $0.text("view") == id }),
          let width = Double(row.text("natural_width"))
        else { return "{ id: \"\(id)\" }" }
        sizes[String(id)] = Size(width: width / 3, height: row.number("natural_height") / 3)
        return """
          { id: "\(id)", hugging: { horizontal: \(row.text("hugging")) },
            text: { string: "\(id)", pointSize: 18, lines: \(row.text("lines")) } }
          """
      }
      let screen = "width: 393, height: 72, scale: 3"
      var layout = try FidelityLayout(
        scene: scene(screen, views, rows[0].text("rules").split(separator: ";").map(quoted)))
      try layout.measureTexts(sizes)
      return compare(name, rows, scale: 3) { layout.frame($0) }
    }
  }

  // MARK: Conflicts

  /// `layout_conflicts.csv`: contradictory constraints, played in every order.
  static func conflicts() throws -> [Case] {
    try groups(of: "layout_conflicts").map { name, rows in
      let rules = rows[0].text("rules").split(separator: ";").map(named)
      let others = rows[0].text("others").split(separator: ";").map(named)
      let views = rows.count == 1 ? ["{ id: \"v\" }"] : ["{ id: \"v\", views: [{ id: \"u\" }] }"]
      var result: Case?
      for order in permutations(of: rules) {
        let layout = try FidelityLayout(
          scene: scene("width: 300, height: 300", views, order + others))
        var one = compare(name, rows, scale: 1) { layout.exactFrame($0) }
        one.recorded = "breaks \(rows[0].text("broken")); " + one.recorded
        one.seen =
          "breaks \(layout.report.conflicts.map(\.victim).joined(separator: ", ")); " + one.seen
        if result?.agrees != false { result = one }
      }
      return result ?? Case(name: name, recorded: "", seen: "nothing")
    }
  }

  /// `layout_content_sizes.csv`: a content of 24 points against a rule about the width.
  static func contentSizes() throws -> [Case] {
    try FixtureTable("uikit/layout_content_sizes.csv").rows.map { row in
      let (hugging, compression) = (row.text("hugging"), row.text("compression"))
      let view = """
        { id: "v", contents: { width: 24, height: 20 }, hugging: { horizontal: \(hugging) },
          compressionResistance: { horizontal: \(compression) } }
        """
      let rules = [
        quoted("v.left = 0"), quoted("v.top = 0"), quoted("v.width \(row.text("rule"))"),
      ]
      let layout = try FidelityLayout(scene: scene("width: 300, height: 300", [view], rules))
      let width = layout.exactFrame("v")?.size.width ?? .nan
      let conflicts = layout.report.conflicts.isEmpty ? "" : ", a conflict"
      return Case(
        name: "\(hugging), \(compression), width \(row.text("rule"))",
        recorded: FidelityReport.fixed(row.number("width"), 1),
        seen: FidelityReport.fixed(width, 1) + conflicts)
    }
  }

  // MARK: Frames

  /// `layout_frames.csv`: the frames of scenes on Mac Catalyst, which rounds origins to whole
  /// points and sizes to half points.
  static func frames() throws -> [Case] {
    try groups(of: "layout_frames").map { name, rows in
      let path = "uikit/layout/\(name).json5"
      let layout = try FidelityLayout(scene: try Fixture.text(path), file: path)
      return compare(name, rows, scale: 1) { id in
        layout.exactFrame(id).map { frame in
          Rect(
            x: frame.left.rounded(), y: frame.top.rounded(),
            width: (2 * frame.size.width).rounded() / 2,
            height: (2 * frame.size.height).rounded() / 2)
        }
      }
    }
  }

  // MARK: Parts

  private static func groups(
    of table: String
  ) throws -> [(name: String, rows: [FixtureTable.Row])] {
    var groups: [(name: String, rows: [FixtureTable.Row])] = []
    for row in try FixtureTable("uikit/\(table).csv").rows {
      let name = row.text(table == "layout_frames" ? "scene" : "case")
      if groups.last?.name == name {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((name, [row]))
      }
    }
    return groups
  }

  private static func scene(_ screen: String, _ views: [String], _ rules: [String]) -> String {
    """
    { snapback: 1, screen: { \(screen) },
      views: [ \(views.joined(separator: ", ")) ],
      constraints: [ \(rules.joined(separator: ", ")) ] }
    """
  }

  private static func quoted(_ rule: some StringProtocol) -> String { "\"\(rule)\"" }

  /// A constraint with an id, from "id: rule".
  private static func named(_ text: Substring) -> String {
    let parts = text.split(separator: ": ", maxSplits: 1)
    return "{ id: \"\(parts[0])\", rule: \"\(parts[1])\" }"
  }

  private static func permutations(of list: [String]) -> [[String]] {
    guard list.count > 1 else { return [list] }
    return list.indices.flatMap { index in
      var rest = list
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }

  /// Compares the recorded frames with others, each in units of 1 / `scale` points.
  private static func compare(
    _ name: String, _ rows: [FixtureTable.Row], scale: Double, _ frame: (String) -> Rect?
  ) -> Case {
    func text(_ id: String, _ numbers: [Double]) -> String {
      "\(id) " + numbers.map { FidelityReport.fixed($0, 1) }.joined(separator: " ")
    }
    var result = Case(name: name, recorded: "", seen: "")
    for row in rows {
      let id = row.text("view")
      let recorded = text(id, ["x", "y", "width", "height"].map(row.number))
      let seen = frame(id).map {
        text(id, [$0.left, $0.top, $0.size.width, $0.size.height].map { $0 * scale })
      }
      result.recorded += (result.recorded.isEmpty ? "" : "; ") + recorded
      result.seen += (result.seen.isEmpty ? "" : "; ") + (seen ?? "\(id) missing")
    }
    return result
  }
}
