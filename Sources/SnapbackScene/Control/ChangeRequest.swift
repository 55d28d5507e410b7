import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// A parsed `change` command.
struct ChangeRequest: Sendable {
  let changes: [SceneChange]
  let animation: Animation?
  let isControlled: Bool

  /// Parses the value of the key `change`. Names in that value refer to the running scene.
  init(_ body: DocumentNode, of scene: RunningScene) throws(DocumentError) {
    let file = Command.change.rawValue
    var reader = try ObjectReader(body, file: file)
    changes = try SceneReader.readChanges(try reader.node("changes"), of: scene, file: file)
    animation = try ControlRequest.animation(&reader)
    isControlled = try reader.optionalBoolean("controlled") ?? false
    guard !isControlled || animation != nil else {
      throw reader.error("\"controlled\" requires \"animate\"", atKey: "controlled")
    }
    try reader.finish(alsoKnown: ["id"])
  }

  /// Throws if the changes exceed the limits of an untrusted client's message, or if the
  /// constraints that they add exceed the limit of a scene.
  func check(in layout: LayoutTree) throws(ControlError) {
    let count = SceneChange.count(changes)
    guard count.changes <= ControlLimits.changes else {
      throw .beyondLimit(
        "\(count.changes) changes; a message has at most \(ControlLimits.changes)")
    }
    guard count.passes <= ControlLimits.passes else {
      throw .beyondLimit(
        "\(count.passes) layout passes; a message has at most \(ControlLimits.passes)")
    }
    guard count.characters <= ControlLimits.textCharacters else {
      throw .beyondLimit(
        "\(count.characters) characters; the texts of a message have at most "
          + "\(ControlLimits.textCharacters)")
    }
    guard count.added > 0 else { return }
    guard layout.constraintCount + count.added <= ControlLimits.constraints else {
      throw .beyondLimit(
        "the scene would have \(layout.constraintCount + count.added) constraints; changes may "
          + "raise the number to at most \(ControlLimits.constraints)")
    }
  }
}

extension SceneChange {
  /// The totals of a list of changes to which limits apply.
  struct Count {
    var changes = 0
    var added = 0
    var passes = 1
    var characters = 0
  }

  /// Counts the changes in a list, including those in blocks. Also counts the constraints that
  /// these changes add, the layout passes that they cause and the characters in their texts.
  static func count(_ list: [SceneChange]) -> Count {
    var count = Count()
    for change in list { change.add(to: &count) }
    return count
  }

  private func add(to count: inout Count) {
    count.changes += 1
    switch self {
    case .animate(_, let list):
      count.passes += 1
      for change in list { change.add(to: &count) }
    case .layoutIfNeeded: count.passes += 1
    case .addConstraint: count.added += 1
    case .text(_, let string): count.characters += string.unicodeScalars.count
    default: break
    }
  }

  /// Whether the change is a block or a layout pass. A list that contains such a change becomes a
  /// transaction.
  var isBlock: Bool {
    switch self {
    case .animate, .layoutIfNeeded: true
    default: false
    }
  }

  /// Whether the change adds a constraint without an `id`.
  var addsUnnamed: Bool {
    switch self {
    case .addConstraint(let constraint, _): constraint.identifier.isEmpty
    case .animate(_, let list): list.contains(where: \.addsUnnamed)
    default: false
    }
  }
}
