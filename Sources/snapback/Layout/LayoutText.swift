import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout

/// Prints a layout as tables.
struct LayoutText {
  private let scene: LaidOutScene
  private let nameWidth: Int

  init(_ scene: LaidOutScene) {
    self.scene = scene
    let names =
      scene.viewIDs.map { scene.layout.name(of: $0) } + scene.layout.guideFrames.map(\.name)
    nameWidth = names.map(\.count).max() ?? 0
  }

  func printFrames() {
    let title = Self.padded("view", nameWidth)
    print("\(title)      x        y    width   height   (on the screen, points)")
    for view in scene.viewIDs {
      print(row(view, scene.frame(of: view)))
    }
    for (name, frame) in scene.layout.guideFrames {
      print(Self.padded(name, nameWidth) + Self.numbers(frame) + "  guide")
    }
    printRemarks()
  }

  private func printRemarks() {
    for line in scene.report.warnings { print(line) }
    for ambiguity in scene.ambiguities { print(ambiguity) }
    for warning in scene.layout.textWarnings { print(warning) }
  }

  /// Prints the constraints that refer to a view, sorted by axis, each with its state.
  func printExplanation(of name: String) throws(Failure) {
    guard let view = scene.viewIDs.first(where: { scene.layout.name(of: $0) == name }) else {
      let names = scene.viewIDs.map { scene.layout.name(of: $0) }
      let hint = Spelling.hint(for: name, in: names).map { "; \($0)" } ?? ""
      throw Failure(.usage, "the scene has no view \"\(name)\"\(hint)")
    }
    print(row(view, scene.frame(of: view)))
    let statuses = scene.layout.constraintStatuses(of: view)
    for axis in Axis.allCases {
      print("\(axis.rawValue):")
      let lines = statuses.filter { $0.constraint.first.attribute.axis == axis }
      for status in lines { print("  \(Self.verdict(status))  \(Self.label(status))") }
      if lines.isEmpty { print("  no constraint mentions it") }
      for ambiguity in scene.ambiguities where ambiguity.view == view {
        if ambiguity.attributes.contains(where: { $0.axis == axis }) { print("  \(ambiguity)") }
      }
    }
    for conflict in scene.conflicts where conflict.views.contains(where: { $0.view == view }) {
      print(conflict.conflict)
    }
  }

  /// Returns the state of a constraint in one or two words, padded to 14 columns.
  private static func verdict(_ status: ConstraintStatus) -> String {
    let word =
      switch status.state {
      case .inactive: "inactive"
      case .missed(let points): "missed \(points.fixedText(2))"
      case .holds: "holds"
      case .hasRoom: "has room"
      }
    return padded(word, 14)
  }

  private static func label(_ status: ConstraintStatus) -> String {
    let name = status.constraint.identifier
    if name == status.text { return name }
    // The name of a constraint without an id is its index and its text. Omit the text from that
    // name, because it follows.
    let place = name.prefix { $0 != " " }
    let isPlace = place.hasPrefix("constraints[") && place.count < name.count
    return "\(isPlace ? String(place) : name): \(status.text)"
  }

  /// Prints, for each name, the views whose frames would differ without the constraint of that
  /// name.
  func printWithout(_ names: [String], in blueprint: SceneBlueprint) throws(Failure) {
    for name in names {
      var tree = blueprint.layout
      for identifier in try Self.identifiers(name, in: tree) {
        do throws(LayoutError) {
          try tree.remove(identifier)
        } catch {
          throw Failure(.usage, error.description)
        }
      }
      let other = LaidOutScene(&tree, of: blueprint)
      print("without \"\(name)\":")
      let moved = scene.viewIDs.filter { other.frame(of: $0) != scene.frame(of: $0) }
      for view in moved {
        print("  " + row(view, scene.frame(of: view)))
        print("  " + Self.padded("", nameWidth) + Self.numbers(other.frame(of: view)) + "  now")
      }
      if moved.isEmpty { print("  nothing moves") }
      for line in other.report.warnings where !scene.report.warnings.contains(line) {
        print("  \(line)")
      }
      for ambiguity in other.ambiguities where !scene.ambiguities.contains(ambiguity) {
        print("  \(ambiguity)")
      }
    }
  }

  /// Returns the identifiers of the constraints that a name on the command line denotes: one
  /// constraint, all constraints of a visual format, or the constraints at an index in the
  /// document.
  private static func identifiers(
    _ name: String, in tree: LayoutTree
  ) throws(Failure) -> [String] {
    let own = tree.constraintIdentifiers
    if own.contains(name) { return [name] }
    let meant = own.filter {
      $0.hasPrefix("\(name)[") || $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name).format ")
    }
    if !meant.isEmpty { return meant }
    if tree.constraint(name) != nil {
      throw Failure(
        .usage, "\"\(name)\" follows from the properties of a view; change those instead")
    }
    let hint = Spelling.hint(for: name, in: own).map { "; \($0)" } ?? ""
    throw Failure(.usage, "no constraint is called \"\(name)\"\(hint)")
  }

  private func row(_ view: ViewID, _ frame: Rect) -> String {
    var text = Self.padded(scene.layout.name(of: view), nameWidth) + Self.numbers(frame)
    if let size = scene.layout.contentSize(of: view) {
      text += "  content \(size.width.fixedText(2)) × \(size.height.fixedText(2))"
    }
    return scene.isShown(view) ? text : text + "  hidden"
  }

  private static func numbers(_ frame: Rect) -> String {
    [frame.left, frame.top, frame.size.width, frame.size.height].map(column).joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Formats a number with two decimals, right-aligned in nine columns.
  private static func column(_ value: Double) -> String {
    let text = value.fixedText(2)
    return String(repeating: " ", count: max(1, 9 - text.count)) + text
  }
}
