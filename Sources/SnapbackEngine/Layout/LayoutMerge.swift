import SnapbackLayout

/// A three-way merge of layouts of one scene: `base` is the layout that the scene was started from,
/// `running` is the running layout, and `next` is that of the new version.
///
/// Where `base` and `next` are equal, the value of the running layout is kept.
struct LayoutMerge {
  private let base: LayoutTree
  private let running: LayoutTree
  /// The items of the new tree by name.
  private let items: [String: LayoutItem]
  /// The views that the old trees and the new tree have, matched by name. Both old trees use the
  /// old index.
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
    keep(\.theme)
    keep(\.contentSize)
    keep(\.direction)
    keep(\.safeArea)
    keep(\.keyboardHeight)
    keepStates(in: &next)
    if base.screenSize == next.screenSize { try? next.setScreenSize(running.screenSize) }
    // These traits were valid in the running tree or are those of the new tree.
    try? next.setTraits(traits)
  }

  /// Keeps the values of the states that are still declared with the same initial value.
  private func keepStates(in next: inout LayoutTree) {
    for state in running.states.states where base.states[state.name] == next.states[state.name] {
      guard let value = running.states[state.name] else { continue }
      // The new version may no longer have the value; the state then has its initial value.
      try? next.setState(state.name, to: value)
    }
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

  /// Keeps the running state of a constraint that is equal in the base and the new version.
  private func keep(_ name: String, in next: inout LayoutTree) {
    // Usually a constraint has not changed at run time.
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
    let place = next.place(of: name)
    do throws(LayoutError) {
      try next.remove(name)
      try next.add(constraint, variations: present, at: place)
    } catch {
      // A constraint that is invalid in the new tree stays as the new version has it.
      _ = try? next.add(new, variations: variations, at: place)
    }
  }

  /// A constraint with the constant that applies while no variation sets one.
  private func usual(_ name: String, in tree: LayoutTree) -> LayoutConstraint? {
    guard var constraint = tree.constraint(name), let constant = tree.usualConstant(of: name)
    else { return nil }
    constraint.constant = constant
    return constraint
  }

  /// A constraint of the old trees with the items of the new tree; nil if an item no longer exists.
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
        for context in table.contexts(around: next.context) {
          let states = running.states.translated(context.states, of: next.states)
          let twin = VariationContext(context.classes, states: states)
          keep(from: now[twin], since: was[twin], in: &table[context])
        }
        try? next.setProperties(table, of: new)
      }
      guard base.scrollOffset(of: old) == next.scrollOffset(of: new) else { continue }
      // A view that no longer scrolls has no offset to keep; ignore the error.
      try? next.setScrollOffset(running.scrollOffset(of: old), of: new)
    }
  }

  /// Keeps the running values of the properties that changes can set.
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

  /// A stack with the views of the new tree; views that no longer exist are dropped.
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
