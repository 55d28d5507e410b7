import SnapbackGeometry
import SnapbackLayout

/// Changes of a scene as a layout tree takes them, each with the change that undoes it.
extension LayoutTree {
  /// Makes a change that goes through layout and appends to `undo` what takes it back; a change
  /// that does not go through layout does nothing.
  mutating func make(
    _ change: SceneChange, undo: inout [SceneChange], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    switch change {
    case .constant(let identifier, let value):
      let old = usualConstant(of: identifier)
      try setConstant(value, of: identifier)
      if let old { undo.append(.constant(identifier, old)) }
    case .constantBy(let identifier, let value):
      let old = usualConstant(of: identifier)
      try setConstant((old ?? 0) + value, of: identifier)
      if let old { undo.append(.constant(identifier, old)) }
    case .active(let identifier, let isActive):
      let old = constraint(identifier)?.isActive
      try setActive(isActive, of: identifier)
      if let old { undo.append(.active(identifier, old)) }
    case .priority(let identifier, let priority):
      let old = constraint(identifier)?.priority
      try setPriority(priority, of: identifier)
      if let old { undo.append(.priority(identifier, old)) }
    case .addConstraint(let constraint, let variations):
      try add(constraint, variations: variations)
      undo.append(.removeConstraint(constraintIdentifiers.last ?? constraint.identifier))
    case .removeConstraint(let identifier):
      try take(identifier, undo: &undo)
    case .replaceConstraint(let identifier, let constraint):
      try replace(identifier, by: constraint, undo: &undo)
    case .screenSize(let size):
      let old = screenSize
      try setScreenSize(size)
      undo.append(.screenSize(old))
    case .traits(let traits):
      try setTraits(traits, undo: &undo)
    case .contentSizeCategory(let category):
      var traits = traits
      traits.contentSize = category
      try setTraits(traits, undo: &undo)
    case .keyboardHeight(let height):
      var traits = traits
      traits.keyboardHeight = height
      try setTraits(traits, undo: &undo)
    case .hidden, .toggleHidden, .stack, .contents, .text:
      try makeOfView(change, undo: &undo, viewNamed: view)
    default: break
    }
  }

  private mutating func makeOfView(
    _ change: SceneChange, undo: inout [SceneChange], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    switch change {
    case .hidden(let name, let isHidden):
      guard let id = view(name) else { return }
      let old = self.isHidden(id)
      try setHidden(isHidden, of: id)
      undo.append(.hidden(name, old))
    case .toggleHidden(let name):
      guard let id = view(name) else { return }
      let old = isHidden(id)
      try setHidden(!old, of: id)
      undo.append(.hidden(name, old))
    case .stack(let name, let stack):
      guard let id = view(name), let old = properties(of: id).stack else { return }
      var stack = stack
      stack.arranged = old.arranged
      try update(id) { $0.stack = stack }
      undo.append(.stack(name, old))
    case .contents(let name, let size):
      guard let id = view(name) else { return }
      let old = properties(of: id).intrinsicSize
      try update(id) { $0.intrinsicSize = size }
      undo.append(.contents(name, old))
    case .text(let name, let string):
      guard let id = view(name), let old = properties(of: id).text else { return }
      try update(id) { $0.text?.string = string }
      undo.append(.text(name, old.string))
    default: break
    }
  }

  private mutating func setTraits(
    _ traits: LayoutTraits, undo: inout [SceneChange]
  ) throws(LayoutError) {
    let old = self.traits
    try setTraits(traits)
    undo.append(.traits(old))
  }

  private mutating func take(
    _ identifier: String, undo: inout [SceneChange]
  ) throws(LayoutError) {
    guard var old = constraint(identifier), let variations = variations(of: identifier),
      let constant = usualConstant(of: identifier)
    else { throw .unknownConstraint(identifier) }
    old.constant = constant
    try remove(identifier)
    undo.append(.addConstraint(old, variations: variations))
  }

  private mutating func replace(
    _ identifier: String, by constraint: LayoutConstraint, undo: inout [SceneChange]
  ) throws(LayoutError) {
    var taken: [SceneChange] = []
    try take(identifier, undo: &taken)
    do throws(LayoutError) {
      try add(constraint)
    } catch {
      for case .addConstraint(let old, let variations) in taken {
        try add(old, variations: variations)
      }
      throw error
    }
    undo += taken
    undo.append(.removeConstraint(constraintIdentifiers.last ?? constraint.identifier))
  }

  /// Takes changes back, the last first.
  mutating func undo(_ changes: [SceneChange], viewNamed view: (String) -> ViewID?) {
    var unused: [SceneChange] = []
    for change in changes.reversed() {
      // Each restores what was there, which the tree took before.
      try? make(change, undo: &unused, viewNamed: view)
    }
  }
}
