import SnapbackBasics
import SnapbackLayout

/// Makes scene changes in a layout tree and records their inverses.
extension LayoutTree {
  /// Makes all changes that go through layout, including those within blocks, in order.
  mutating func make(
    _ changes: [SceneChange], undo: inout [Undo], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    for change in changes {
      if case .animate(_, let list) = change {
        try make(list, undo: &undo, viewNamed: view)
      } else {
        try make(change, undo: &undo, viewNamed: view)
      }
    }
  }

  /// Makes a change that goes through layout and appends its inverse to `undo`; ignores other
  /// changes.
  mutating func make(
    _ change: SceneChange, undo: inout [Undo], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    switch change {
    case .constant(let identifier, let value):
      try changeConstant(of: identifier, to: value, undo: &undo)
    case .constantBy(let identifier, let value):
      let sum = (usualConstant(of: identifier) ?? 0) + value
      try changeConstant(of: identifier, to: sum, undo: &undo)
    case .active(let identifier, let isActive):
      let old = constraint(identifier)?.isActive
      try setActive(isActive, of: identifier)
      if let old { undo.append(.change(.active(identifier, old))) }
    case .priority(let identifier, let priority):
      let old = constraint(identifier)?.priority
      try setPriority(priority, of: identifier)
      if let old { undo.append(.change(.priority(identifier, old))) }
    case .addConstraint(let constraint, let variations):
      let name = try add(constraint, variations: variations)
      undo.append(.change(.removeConstraint(name)))
    case .removeConstraint(let identifier):
      try removeConstraint(identifier, undo: &undo)
    case .replaceConstraint(let identifier, let constraint):
      try replace(identifier, by: constraint, undo: &undo)
    case .screenSize(let size):
      let old = screenSize
      try setScreenSize(size)
      undo.append(.change(.screenSize(old)))
    case .state(let name, let value):
      let old = states[name]
      try setState(name, to: value)
      if let old { undo.append(.change(.state(name, old))) }
    case .traits, .contentSizeCategory, .keyboardHeight, .widthClass, .heightClass, .theme,
      .direction, .safeArea:
      try makeOfTraits(change, undo: &undo)
    case .hidden, .toggleHidden, .stack, .contents, .baselines, .text:
      try makeOfView(change, undo: &undo, viewNamed: view)
    default: break
    }
  }

  private mutating func changeConstant(
    of identifier: String, to constant: Double, undo: inout [Undo]
  ) throws(LayoutError) {
    let (old, usual) = (constraint(identifier)?.constant, usualConstant(of: identifier))
    try setConstant(constant, of: identifier)
    if let old, let usual { undo.append(.constant(identifier, old, usually: usual)) }
  }

  private mutating func makeOfTraits(
    _ change: SceneChange, undo: inout [Undo]
  ) throws(LayoutError) {
    let old = traits
    var traits = traits
    let back: SceneChange
    switch change {
    case .traits(let new): (traits, back) = (new, .traits(old))
    case .contentSizeCategory(let category):
      (traits.contentSize, back) = (category, .contentSizeCategory(old.contentSize))
    case .keyboardHeight(let height):
      (traits.keyboardHeight, back) = (height, .keyboardHeight(old.keyboardHeight))
    case .widthClass(let size): (traits.widthClass, back) = (size, .widthClass(old.widthClass))
    case .heightClass(let size): (traits.heightClass, back) = (size, .heightClass(old.heightClass))
    case .theme(let theme): (traits.theme, back) = (theme, .theme(old.theme))
    case .direction(let way): (traits.direction, back) = (way, .direction(old.direction))
    case .safeArea(let insets): (traits.safeArea, back) = (insets, .safeArea(old.safeArea))
    default: return
    }
    try setTraits(traits)
    undo.append(.change(back))
  }

  private mutating func makeOfView(
    _ change: SceneChange, undo: inout [Undo], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    switch change {
    case .hidden(let name, let isHidden):
      try update(name, .isHidden, undo: &undo, viewNamed: view) { $0.isHidden = isHidden }
    case .toggleHidden(let name):
      let isHidden = view(name).map { self.isHidden($0) } ?? false
      try update(name, .isHidden, undo: &undo, viewNamed: view) { $0.isHidden = !isHidden }
    case .stack(let name, let stack):
      try update(name, .stack, undo: &undo, viewNamed: view) { properties in
        guard let arranged = properties.stack?.arranged else { return }
        properties.stack = stack
        properties.stack?.arranged = arranged
      }
    case .contents(let name, let size):
      try update(name, .contents, undo: &undo, viewNamed: view) { $0.intrinsicSize = size }
    case .baselines(let name, let first, let last):
      try update(name, .baselines, undo: &undo, viewNamed: view) {
        ($0.firstBaseline, $0.lastBaseline) = (first, last)
      }
    case .text(let name, let string):
      try update(name, .text, undo: &undo, viewNamed: view) { $0.text?.string = string }
    default: break
    }
  }

  private mutating func update(
    _ name: String, _ property: Undo.Property, undo: inout [Undo],
    viewNamed view: (String) -> ViewID?, _ change: (inout ViewProperties) -> Void
  ) throws(LayoutError) {
    guard let id = view(name) else { return }
    let old = allProperties(of: id)
    try update(id, change)
    undo.append(.property(name, property, old))
  }

  private mutating func removeConstraint(
    _ identifier: String, undo: inout [Undo]
  ) throws(LayoutError) {
    guard var old = constraint(identifier), let variations = variations(of: identifier),
      let constant = usualConstant(of: identifier), let place = place(of: identifier)
    else { throw .unknownConstraint(identifier) }
    old.constant = constant
    try remove(identifier)
    undo.append(.removal(old, variations, place: place))
  }

  /// Replaces a constraint and keeps its index.
  private mutating func replace(
    _ identifier: String, by constraint: LayoutConstraint, undo: inout [Undo]
  ) throws(LayoutError) {
    let place = place(of: identifier)
    var taken: [Undo] = []
    try removeConstraint(identifier, undo: &taken)
    let name: String
    do throws(LayoutError) {
      name = try add(
        constraint, variations: VariationTable(ConstraintVariation()), at: place)
    } catch {
      for case .removal(let old, let variations, let place) in taken {
        try add(old, variations: variations, at: place)
      }
      throw error
    }
    undo += taken
    undo.append(.change(.removeConstraint(name)))
  }

  /// Undoes changes, last change first, and returns the changes that redo them.
  @discardableResult
  mutating func undo(_ changes: [Undo], viewNamed view: (String) -> ViewID?) -> [Undo] {
    var again: [Undo] = []
    for change in changes.reversed() {
      // Cannot fail: it restores values that the tree accepted before.
      try? undo(change, undo: &again, viewNamed: view)
    }
    return again
  }

  private mutating func undo(
    _ change: Undo, undo: inout [Undo], viewNamed view: (String) -> ViewID?
  ) throws(LayoutError) {
    switch change {
    case .change(let change):
      try make(change, undo: &undo, viewNamed: view)
    case .property(let name, let property, let old):
      guard let id = view(name) else { return }
      let present = allProperties(of: id)
      var table = present
      for context in table.contexts(around: context) {
        property.copy(from: old[context], to: &table[context])
      }
      try setProperties(table, of: id)
      undo.append(.property(name, property, present))
    case .removal(let constraint, let variations, let place):
      let name = try add(constraint, variations: variations, at: place)
      undo.append(.change(.removeConstraint(name)))
    case .constant(let identifier, let value, let usual):
      let old = (constraint(identifier)?.constant, usualConstant(of: identifier))
      try setConstant(value, usually: usual, of: identifier)
      if let present = old.0, let usual = old.1 {
        undo.append(.constant(identifier, present, usually: usual))
      }
    }
  }
}
