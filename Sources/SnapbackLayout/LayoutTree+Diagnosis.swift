public import SnapbackBasics
public import SnapbackConstraints

/// An axis along which the constraints do not determine a view or guide.
public struct LayoutAmbiguity: Hashable, Sendable, CustomStringConvertible {
  /// The name of the view or guide.
  public var item: String
  /// The view; nil for a guide.
  public var view: ViewID?
  /// The attributes that are not determined: a position, a size or both.
  public var attributes: [LayoutAttribute]
  /// The cause of the ambiguity.
  public var cause: Ambiguity.Cause

  /// The ambiguity on one line: the attributes and the cause.
  public var description: String {
    let names = attributes.map(\.rawValue).joined(separator: " and ")
    switch cause {
    case .missing: return "\(item): \(names) not determined; a constraint is missing"
    case .tie: return "\(item): \(names) could differ; constraints of equal priority tie"
    }
  }
}

/// Diagnosis: explains the positions and sizes of views.
extension LayoutTree {
  /// The violation up to which a constraint is satisfied, in points: far above rounding errors, and
  /// far below a pixel.
  static let tolerance = 1e-6

  /// The ambiguities of views and guides, in order of creation.
  ///
  /// Skips views that a stack hides, and their descendants. Intended for tools, because a call may
  /// take as long as a pass.
  public mutating func ambiguities() -> [LayoutAmbiguity] {
    layoutIfNeeded()
    var causes: [Variable: Ambiguity.Cause] = [:]
    for ambiguity in solver.ambiguities() { causes[ambiguity.variable] = ambiguity.cause }
    if causes.isEmpty { return [] }
    var result: [LayoutAmbiguity] = []
    for (index, view) in views.enumerated() where !isCollapsed(ViewID(index: index)) {
      result += ambiguities(of: view.edges, causes, named: view.name, ViewID(index: index))
    }
    for guide in guides { result += ambiguities(of: guide.edges, causes, named: guide.name, nil) }
    return result
  }

  private func ambiguities(
    of edges: Edges, _ causes: [Variable: Ambiguity.Cause], named name: String, _ view: ViewID?
  ) -> [LayoutAmbiguity] {
    let numbers: [(Axis, LayoutAttribute, Variable)] = [
      (.horizontal, .left, edges.left), (.horizontal, .width, edges.width),
      (.vertical, .top, edges.top), (.vertical, .height, edges.height),
    ]
    return Axis.allCases.compactMap { axis in
      let free = numbers.filter { $0.0 == axis && causes[$0.2] != nil }
      guard !free.isEmpty else { return nil }
      let isMissing = free.contains { causes[$0.2] == .missing }
      return LayoutAmbiguity(
        item: name, view: view, attributes: free.map(\.1), cause: isMissing ? .missing : .tie)
    }
  }

  private func isCollapsed(_ view: ViewID) -> Bool {
    var view = view
    while view != .root {
      let parent = views[view.index].parent
      if views[view.index].current.isHidden,
        views[parent.index].current.stack?.arranged.contains(view) == true
      {
        return true
      }
      view = parent
    }
    return false
  }

  /// All constraints with their state as of the last pass, in order of creation.
  public var constraintStatuses: [ConstraintStatus] {
    constraints.entries.compactMap { entry in entry.map(status) }
  }

  /// The statuses of constraints that refer to a view or to its margins, safe area, content or
  /// viewport.
  public func constraintStatuses(of view: ViewID) -> [ConstraintStatus] {
    constraintStatuses(of: view, first: .max).list
  }

  /// The first `limit` statuses of constraints that refer to `view`, or of all constraints if
  /// `view` is nil. `count` is the number without the limit.
  public func constraintStatuses(
    of view: ViewID?, first limit: Int
  ) -> (list: [ConstraintStatus], count: Int) {
    var (list, count) = ([ConstraintStatus](), 0)
    for case let entry? in constraints.entries {
      if let view, !entry.constraint.anchors.contains(where: { $0.item.view == view }) { continue }
      if count < limit { list.append(status(entry)) }
      count += 1
    }
    return (list, count)
  }

  /// Warnings about the texts of views, one line each.
  public var textWarnings: [String] {
    views.compactMap { view in view.current.text?.warning.map { "\(view.name): \($0)" } }
  }

  /// The rectangles of the program's guides in screen coordinates, with their names, in order of
  /// creation. Inside scroll views, they are those for a scroll offset of zero.
  public var guideFrames: [(name: String, frame: Rect)] {
    guides.map { guide in
      (
        guide.name,
        Rect(
          x: solver.value(of: guide.edges.left), y: solver.value(of: guide.edges.top),
          width: solver.value(of: guide.edges.width),
          height: solver.value(of: guide.edges.height))
      )
    }
  }

  /// The views that a constraint refers to, directly or through their margins, safe area, content
  /// or viewport. Each view is listed once.
  public func views(of constraint: LayoutConstraint) -> [ViewID] {
    var result: [ViewID] = []
    for view in constraint.anchors.compactMap(\.item.view) where !result.contains(view) {
      result.append(view)
    }
    return result
  }

  /// The views whose constraints contradict each other, with the axis of the conflict.
  ///
  /// A view appears once for each constraint of the conflict that refers to it.
  public func views(in conflict: LayoutReport.Conflict) -> [(view: ViewID, axis: Axis)] {
    ([conflict.victim] + conflict.others).compactMap { constraint($0) }.flatMap { constraint in
      views(of: constraint).map { ($0, constraint.first.attribute.axis) }
    }
  }

  private func status(_ entry: ConstraintTable.Entry) -> ConstraintStatus {
    var sum = entry.expression.constant
    for term in entry.expression.terms {
      sum += term.coefficient * solver.value(of: term.variable)
    }
    let isActive = (try? solver.isActive(entry.handle)) ?? false
    let violation = (try? solver.violation(of: entry.handle)) ?? 0
    return ConstraintStatus(
      constraint: entry.constraint, text: description(of: entry.constraint),
      source: entry.source, isActive: isActive,
      violation: violation > Self.tolerance ? violation : 0,
      isTight: isActive && sum.magnitude <= Self.tolerance)
  }

  /// A constraint in the syntax of a rule, with the names of views and guides.
  public func description(of constraint: LayoutConstraint) -> String {
    var text = "\(name(of: constraint.first)) \(Self.sign(constraint.relation))"
    var isFirst = true
    for term in constraint.terms {
      let factor = term.multiplier
      text += factor < 0 ? " -" : isFirst ? "" : " +"
      if factor.magnitude != 1 { text += " \(Self.shown(factor.magnitude)) *" }
      text += " \(name(of: term.anchor))"
      isFirst = false
    }
    if constraint.standardSpacings != 0 {
      let factor = constraint.standardSpacings
      text += factor < 0 ? " -" : isFirst ? "" : " +"
      text += factor.magnitude == 1 ? " standard" : " \(Self.shown(factor.magnitude)) * standard"
      isFirst = false
    }
    if constraint.constant != 0 || isFirst {
      text += constraint.constant < 0 ? " -" : isFirst ? "" : " +"
      text += " \(Self.shown(constraint.constant.magnitude))"
    }
    if !constraint.priority.isRequired { text += " @ \(Self.shown(constraint.priority.rawValue))" }
    return text
  }

  private func name(of anchor: Anchor) -> String {
    "\(name(of: anchor.item)).\(anchor.attribute.rawValue)"
  }

  /// The name of an item in the syntax of rules.
  public func name(of item: LayoutItem) -> String {
    switch item {
    case .view(let view): name(of: view)
    case .margins(let view): "\(name(of: view)).margins"
    case .safeArea(let view): "\(name(of: view)).safeArea"
    case .content(let view): "\(name(of: view)).content"
    case .viewport(let view): "\(name(of: view)).viewport"
    case .guide(let guide): guides.indices.contains(guide.index) ? guides[guide.index].name : "?"
    case .keyboard: "screen.keyboard"
    }
  }

  private static func sign(_ relation: Relation) -> String {
    switch relation {
    case .equal: "="
    case .lessThanOrEqual: "<="
    case .greaterThanOrEqual: ">="
    }
  }

  private static func shown(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension LayoutItem {
  /// The view that the item is or belongs to; nil for a program's guide.
  var view: ViewID? {
    switch self {
    case .view(let view), .margins(let view), .safeArea(let view), .content(let view),
      .viewport(let view):
      view
    case .keyboard: .root
    case .guide: nil
    }
  }
}
