import SnapbackLayout

/// Three layouts of one scene: what it was started from, what it has come to, and what it is to be.
///
/// What the first and the last say alike is kept as the second has it.
struct LayoutMerge {
  private let base: LayoutTree
  private let running: LayoutTree
  /// The items of the new tree by name.
  private let items: [String: LayoutItem]
  /// The views of the old trees, which have the same places in both, and those of the new one.
  private let views: [(old: ViewID, new: ViewID)]

  init(base: LayoutTree, running: LayoutTree, next: LayoutTree) {
    self.base = base
    self.running = running
    let items = next.items
    self.items = items
    views = (0..<min(base.viewCount, running.viewCount)).compactMap { index in
      let old = ViewID(index: index)
      guard case .view(let new)? = items[base.name(of: old)] else { return nil }
      return (old, new)
    }
  }

  // MARK: The screen

  func keepTraits(in next: inout LayoutTree) {
    let (old, now) = (base.traits, running.traits)
    var traits = next.traits
    func keep<Value: Equatable>(_ part: WritableKeyPath<LayoutTraits, Value>) {
      if old[keyPath: part] == traits[keyPath: part] {
        traits[keyPath: part] = now[keyPath: part]
      }
    }
    keep(\.widthClass)
    keep(\.heightClass)
    keep(\.contentSize)
    keep(\.direction)
    keep(\.safeArea)
    keep(\.keyboardHeight)
    if base.screenSize == next.screenSize { try? next.setScreenSize(running.screenSize) }
    // They held in the running tree, or stand in the new one.
    try? next.setTraits(traits)
  }

  // MARK: Constraints

  func keepConstraints(in next: inout LayoutTree) {
    let known = Set(base.constraintIdentifiers)
    for name in base.constraintIdentifiers { keep(name, in: &next) }
    for name in running.constraintIdentifiers where !known.contains(name) {
      guard next.constraint(name) == nil, let added = usual(name, in: running),
        let constraint = translated(added), let variations = running.variations(of: name)
      else { continue }
      _ = try? next.add(constraint, variations: variations)
    }
  }

  /// A constraint of the old document that the new one repeats is kept as it runs.
  private func keep(_ name: String, in next: inout LayoutTree) {
    // Nearly all constraints run as they were read.
    if running.hasConstraint(name, asIn: base) { return }
    guard let old = usual(name, in: base), let new = usual(name, in: next),
      translated(old) == new, let variations = next.variations(of: name),
      base.variations(of: name) == variations
    else { return }
    guard let now = usual(name, in: running) else {
      try? next.remove(name)
      return
    }
    guard now != old || running.variations(of: name) != variations,
      let constraint = translated(now), let present = running.variations(of: name)
    else { return }
    do throws(LayoutError) {
      try next.remove(name)
      try next.add(constraint, variations: present)
    } catch {
      // What cannot be said here stays as the document has it.
      _ = try? next.add(new, variations: variations)
    }
  }

  /// A constraint with the constant that it has where no variation has one.
  private func usual(_ name: String, in tree: LayoutTree) -> LayoutConstraint? {
    guard var constraint = tree.constraint(name), let constant = tree.usualConstant(of: name)
    else { return nil }
    constraint.constant = constant
    return constraint
  }

  /// A constraint of the old trees as one of the new; nil when it speaks of something that is gone.
  private func translated(_ constraint: LayoutConstraint) -> LayoutConstraint? {
    var constraint = constraint
    guard let first = translated(constraint.first.item) else { return nil }
    constraint.first.item = first
    for index in constraint.terms.indices {
      guard let item = translated(constraint.terms[index].anchor.item) else { return nil }
      constraint.terms[index].anchor.item = item
    }
    return constraint
  }

  private func translated(_ item: LayoutItem) -> LayoutItem? {
    switch item {
    case .view(let view): return translated(view).map(LayoutItem.view)
    case .margins(let view): return translated(view).map(LayoutItem.margins)
    case .safeArea(let view): return translated(view).map(LayoutItem.safeArea)
    case .content(let view): return translated(view).map(LayoutItem.content)
    case .viewport(let view): return translated(view).map(LayoutItem.viewport)
    case .keyboard: return .keyboard
    case .guide(let guide):
      guard case .guide(let new)? = items[running.name(of: guide)] else { return nil }
      return .guide(new)
    }
  }

  private func translated(_ view: ViewID) -> ViewID? {
    guard case .view(let new)? = items[running.name(of: view)] else { return nil }
    return new
  }

  // MARK: Views

  func keepProperties(in next: inout LayoutTree) {
    for (old, new) in views {
      let (was, now) = (base.allProperties(of: old), running.allProperties(of: old))
      if now != was {
        var table = next.allProperties(of: new)
        for key in SizeClassTable<ViewProperties>.keys {
          keep(from: now[key], since: was[key], in: &table[key])
        }
        try? next.setProperties(table, of: new)
      }
      guard base.scrollOffset(of: old) == next.scrollOffset(of: new) else { continue }
      // What does not scroll any more has no offset to keep.
      try? next.setScrollOffset(running.scrollOffset(of: old), of: new)
    }
  }

  /// Takes over the properties that changes can be about.
  private func keep(
    from now: ViewProperties, since was: ViewProperties, in next: inout ViewProperties
  ) {
    if was.isHidden == next.isHidden { next.isHidden = now.isHidden }
    if was.text == next.text { next.text = now.text }
    if was.intrinsicSize == next.intrinsicSize { next.intrinsicSize = now.intrinsicSize }
    if was.firstBaseline == next.firstBaseline { next.firstBaseline = now.firstBaseline }
    if was.lastBaseline == next.lastBaseline { next.lastBaseline = now.lastBaseline }
    guard let old = translated(was.stack), let new = next.stack, let present = translated(now.stack)
    else { return }
    var same = new
    same.arranged = old.arranged
    guard same == old else { return }
    next.stack = present
    next.stack?.arranged = new.arranged
  }

  /// A stack with the views of the new tree; those that are gone are left out.
  private func translated(_ stack: StackProperties?) -> StackProperties? {
    guard var stack else { return nil }
    stack.arranged = stack.arranged.compactMap { translated($0) }
    var spacing: [ViewID: Spacing] = [:]
    for (view, gap) in stack.customSpacing {
      if let view = translated(view) { spacing[view] = gap }
    }
    stack.customSpacing = spacing
    return stack
  }
}
