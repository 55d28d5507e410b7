import SnapbackBasics
import SnapbackConstraints

/// The constraints that are generated from the properties of views.
extension LayoutTree {
  /// A constraint to generate, with its source.
  private struct Wanted {
    var constraint: LayoutConstraint
    var source: ConstraintSource
  }

  /// Updates the generated constraints of all stale views. Returns the first constraint that it
  /// added; nil if it added none.
  mutating func refreshGenerated() -> ConstraintID? {
    var first: ConstraintID?
    for index in marks.drainViews() {
      let view = ViewID(index: index)
      let added = reconcile(view, with: constraints(from: views[index].current, of: view))
      first = first ?? added
    }
    return first
  }

  private func constraints(
    from properties: ViewProperties, of view: ViewID
  ) -> [Wanted] {
    var all: [Wanted] = []
    func add(_ constraints: [LayoutConstraint], _ source: ConstraintSource) {
      all += constraints.map { Wanted(constraint: $0, source: source) }
    }
    add(contentConstraints(properties, of: view), .intrinsic)
    if let autoresizing = properties.autoresizing {
      add(constraints(from: autoresizing, of: view), .autoresizing)
    }
    if let stack = properties.stack {
      add(StackRecipe(stack, of: view, in: self).constraints(), .stack)
    }
    return all
  }

  /// The size of a view's content along an axis; nil if the content has no size.
  func contentExtent(of view: ViewID, _ axis: Axis) -> Double? {
    let properties = views[view.index].current
    guard let text = properties.text else { return properties.intrinsicSize[axis] }
    return axis == .horizontal
      ? size(of: text, fitting: nil, in: traits.contentSize).width
      : views[view.index].metrics.textHeight
  }

  private func contentConstraints(
    _ properties: ViewProperties, of view: ViewID
  ) -> [LayoutConstraint] {
    var all: [LayoutConstraint] = []
    for axis in Axis.allCases {
      guard let extent = contentExtent(of: view, axis) else { continue }
      let attribute: LayoutAttribute = axis == .horizontal ? .width : .height
      let name = "\(views[view.index].name).\(attribute.rawValue)"
      all.append(
        LayoutConstraint(
          identifier: "\(name).hugging", first: Anchor(view, attribute),
          relation: .lessThanOrEqual, constant: extent, priority: properties.hugging[axis]))
      all.append(
        LayoutConstraint(
          identifier: "\(name).compressionResistance", first: Anchor(view, attribute),
          relation: .greaterThanOrEqual, constant: extent,
          priority: properties.compressionResistance[axis]))
    }
    return all
  }

  private func constraints(
    from autoresizing: Autoresizing, of view: ViewID
  ) -> [LayoutConstraint] {
    let parent = views[view.index].parent
    return Axis.allCases.flatMap { axis in
      let rule = autoresizing.rule(axis)
      let (near, extent): (LayoutAttribute, LayoutAttribute) =
        axis == .horizontal ? (.left, .width) : (.top, .height)
      // Tiny factors are rounding errors in the shares of parts that do not follow the parent.
      func terms(_ factor: Double) -> [LayoutConstraint.Term] {
        factor.magnitude < 1e-4 ? [] : [.init(factor, Anchor(parent, extent))]
      }
      let name = "\(views[view.index].name).autoresizing"
      return [
        LayoutConstraint(
          identifier: "\(name).\(near.rawValue)", first: Anchor(view, near),
          terms: [.init(1, Anchor(parent, near))] + terms(rule.position.factor),
          constant: rule.position.constant),
        LayoutConstraint(
          identifier: "\(name).\(extent.rawValue)", first: Anchor(view, extent),
          terms: terms(rule.extent.factor), constant: rule.extent.constant),
      ]
    }
  }

  /// Changes a view's generated constraints to `wanted`. Removes obsolete constraints, adds new
  /// ones, and updates those that differ only in numbers. Returns the first constraint that it
  /// added; nil if it added none.
  private mutating func reconcile(_ view: ViewID, with wanted: [Wanted]) -> ConstraintID? {
    var first: ConstraintID?
    var kept: Set<String> = []
    let wanted = wanted.map { wanted in
      var wanted = wanted
      while constraints.isProgramsOwn(wanted.constraint.identifier) {
        wanted.constraint.identifier += "'"
      }
      return wanted
    }
    for constraint in wanted.map(\.constraint) {
      let name = constraint.identifier
      if let present = self.constraint(name), present.isLike(constraint),
        present.priority.isRequired == constraint.priority.isRequired
      {
        try? setConstant(constraint.constant, of: name)
        try? setPriority(constraint.priority, of: name)
        kept.insert(name)
      }
    }
    for name in views[view.index].generated where !kept.contains(name) { try? remove(name) }
    var names: [String] = []
    for wanted in wanted {
      let name = wanted.constraint.identifier
      if !kept.contains(name) {
        do throws(LayoutError) {
          try insert(wanted.constraint, source: wanted.source)
        } catch {
          constraints.refuse(name)
          continue
        }
        constraints.accept(name)
        first = first ?? constraints.handle(of: name)
      }
      names.append(name)
    }
    views[view.index].generated = names
    return first
  }
}

extension ConstraintSource {
  /// The priority in the solver of a constraint with this source.
  ///
  /// A content size with the priority 1000 is not required in the solver. As in UIKit, it is
  /// stronger than all optional constraints, and yields to a required constraint without a
  /// conflict.
  func solverPriority(of priority: Priority) -> Priority {
    self == .intrinsic && priority.isRequired ? .content : priority
  }
}

extension LayoutConstraint {
  /// Whether the constraints differ only in constant and priority.
  fileprivate func isLike(_ other: LayoutConstraint) -> Bool {
    first == other.first && relation == other.relation && terms == other.terms
  }
}
