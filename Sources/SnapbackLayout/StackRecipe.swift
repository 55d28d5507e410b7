import SnapbackConstraints

/// Generates the constraints of a stack view.
///
/// The constraints are those that kean/Arranged reconstructed from UIKit's output, with three
/// differences:
/// - Constraints relate gaps and centers to each other directly instead of through guides.
/// - Across the axis, a constraint of priority 49 makes the stack as small as its views allow, so
///   no guide that spans the views is needed.
/// - A hidden view is removed from the row instead of being compressed to zero. So hiding never
///   contradicts a fixed size of the view or its spacing.
struct StackRecipe {
  private let stack: StackProperties
  private let view: ViewID
  private let canvas: LayoutItem
  private let name: String
  private let tree: LayoutTree
  private var visible: [ViewID]
  private var made: [LayoutConstraint] = []

  init(_ stack: StackProperties, of view: ViewID, in tree: LayoutTree) {
    self.stack = stack
    self.view = view
    self.tree = tree
    canvas = stack.isMarginsRelative ? .margins(view) : .view(view)
    name = tree.name(of: view)
    visible = stack.arranged.filter { !tree.views[$0.index].current.isHidden }
  }

  // The attributes along and across the axis.
  private var isRow: Bool { stack.axis == .horizontal }
  private var start: LayoutAttribute { isRow ? .leading : .top }
  private var end: LayoutAttribute { isRow ? .trailing : .bottom }
  private var center: LayoutAttribute { isRow ? .centerX : .centerY }
  private var extent: LayoutAttribute { isRow ? .width : .height }
  private var crossStart: LayoutAttribute { isRow ? .top : .leading }
  private var crossEnd: LayoutAttribute { isRow ? .bottom : .trailing }
  private var crossCenter: LayoutAttribute { isRow ? .centerY : .centerX }
  private var crossExtent: LayoutAttribute { isRow ? .height : .width }

  func constraints() -> [LayoutConstraint] {
    var recipe = self
    recipe.addHidden()
    recipe.addChain()
    recipe.addDistribution()
    recipe.addAlignment()
    return recipe.made
  }

  /// A priority below all priorities that a program uses.
  private static let faint = weak(0.1)
  /// A priority so weak that a size collapses only if nothing else determines it.
  private static let collapse = weak(25)
  private static let hug = weak(49)

  private static func weak(_ value: Double) -> Priority {
    (try? Priority(value)) ?? .fittingSize
  }

  private mutating func add(
    _ suffix: String, _ first: Anchor, _ relation: Relation = .equal,
    _ terms: [LayoutConstraint.Term] = [], constant: Double = 0, _ priority: Priority = .required
  ) {
    made.append(
      LayoutConstraint(
        identifier: "\(name).\(suffix)", first: first, relation: relation, terms: terms,
        constant: constant, priority: priority))
  }

  private func term(
    _ item: LayoutItem, _ attribute: LayoutAttribute, times factor: Double = 1
  ) -> LayoutConstraint.Term {
    .init(factor, Anchor(item, attribute))
  }

  private func shownName(_ view: ViewID) -> String { tree.name(of: view) }

  // MARK: Along the axis

  /// Positions hidden views where they would appear. They do not affect other views.
  private mutating func addHidden() {
    var last: ViewID?
    for view in stack.arranged {
      guard tree.views[view.index].current.isHidden else {
        last = view
        continue
      }
      let before = last.map { term(.view($0), end) } ?? term(canvas, start)
      add("hidden.\(shownName(view))", Anchor(view, start), .equal, [before], Self.faint)
      add(
        "hidden.\(shownName(view)).across", Anchor(view, hiddenEdge), .equal,
        [term(canvas, hiddenEdge)], Self.faint)
    }
  }

  /// The attribute that determines the position of a hidden view across the axis. The stack does
  /// not determine the view's size.
  private var hiddenEdge: LayoutAttribute {
    switch stack.alignment {
    case .fill, .leading, .firstBaseline: crossStart
    case .center: crossCenter
    case .trailing: crossEnd
    case .lastBaseline: isRow ? crossEnd : crossStart
    }
  }

  private mutating func addChain() {
    guard let first = visible.first, let last = visible.last else {
      // Also across the axis: in right-to-left layouts, an undetermined width would extend to the
      // left.
      add("empty", Anchor(canvas, extent), .equal, [], Self.hug)
      add("empty.across", Anchor(canvas, crossExtent), .equal, [], Self.hug)
      return
    }
    add("start", Anchor(first, start), .equal, [term(canvas, start)])
    add("end", Anchor(canvas, end), .equal, [term(.view(last), end)])
    let isLoose = stack.distribution == .equalSpacing || stack.distribution == .equalCentering
    for (one, other) in zip(visible, visible.dropFirst()) {
      let isBaseline = isBaselineGap(before: other)
      add(
        "spacing.\(shownName(one))", Anchor(other, isBaseline ? .firstBaseline : start),
        isLoose ? .greaterThanOrEqual : .equal,
        [term(.view(one), isBaseline ? .lastBaseline : end)], constant: gap(after: one, to: other))
    }
  }

  /// Whether the gap before a view is measured between baselines. A gap above a view without text
  /// ends at the view's edge.
  private func isBaselineGap(before other: ViewID) -> Bool {
    stack.isBaselineRelative && !isRow && tree.hasBaseline(other)
  }

  /// The gap between two views, measured from edge to edge.
  private func edgeGap(after one: ViewID, to other: ViewID) -> Double {
    let gap = gap(after: one, to: other)
    guard isBaselineGap(before: other) else { return gap }
    return gap - tree.views[one.index].metrics.lastBaseline
      - tree.views[other.index].metrics.firstBaseline
  }

  private func gap(after one: ViewID, to other: ViewID) -> Double {
    switch stack.customSpacing[one] ?? stack.spacing {
    case .points(let points): return points
    case .standard:
      let category = tree.traits.contentSize
      guard isBaselineGap(before: other) else {
        return StandardSpacing.betweenSiblings(in: category)
      }
      let style = tree.views[other.index].current.text?.style ?? .body
      return StandardSpacing.betweenBaselines(above: style, in: category)
    }
  }

  private mutating func addDistribution() {
    switch stack.distribution {
    case .fill: break
    case .fillEqually: addEqualExtents(visible)
    case .fillProportionally: addProportionalExtents()
    case .equalSpacing: addEqualGaps(end, start, "gap", .required)
    case .equalCentering: addEqualGaps(center, center, "centering", Self.weak(149))
    }
  }

  private mutating func addEqualExtents(_ views: [ViewID]) {
    guard let first = views.first else { return }
    for view in views.dropFirst() {
      add("equal.\(shownName(view))", Anchor(view, extent), .equal, [term(.view(first), extent)])
    }
  }

  /// For each view, adds size = stack's size × content / (sum of contents + gaps). Each constraint
  /// is slightly weaker than the one before. So if rounding or minimum sizes prevent the exact
  /// proportions, the last view has another size.
  private mutating func addProportionalExtents() {
    let contents = visible.map { max(0, tree.contentExtent(of: $0, stack.axis) ?? 0) }
    let gaps = zip(visible, visible.dropFirst()).reduce(0) {
      $0 + edgeGap(after: $1.0, to: $1.1)
    }
    let contentSum = contents.reduce(0, +)
    guard contentSum > 0 else { return addEqualExtents(visible) }
    let total = contentSum + gaps
    guard total > 0, visible.count > 1 else { return }
    for (index, view) in visible.enumerated() {
      let share = contents[index] / total
      add(
        "proportion.\(shownName(view))", Anchor(view, extent), .equal,
        share < 1e-4 ? [] : [term(canvas, extent, times: share)],
        Self.weak(max(1, 999 - Double(index))))
    }
  }

  /// Makes the distance from `far` of one view to `near` of the next view equal for all neighbors,
  /// and makes the stack as small as possible.
  private mutating func addEqualGaps(
    _ far: LayoutAttribute, _ near: LayoutAttribute, _ suffix: String, _ priority: Priority
  ) {
    add("\(suffix).small", Anchor(canvas, extent), .equal, [], Self.hug)
    guard visible.count > 2 else { return }
    for index in 1..<(visible.count - 1) {
      add(
        "\(suffix).\(shownName(visible[index]))", Anchor(visible[index + 1], near), .equal,
        [
          term(.view(visible[index]), far), term(.view(visible[1]), near),
          term(.view(visible[0]), far, times: -1),
        ], priority)
    }
  }

  // MARK: Across the axis

  private mutating func addAlignment() {
    if !visible.isEmpty, stack.alignment != .fill {
      add("small", Anchor(canvas, crossExtent), .equal, [], Self.hug)
    }
    for (index, view) in visible.enumerated() {
      let name = shownName(view)
      func canvasTerm(_ attribute: LayoutAttribute) -> [LayoutConstraint.Term] {
        [term(canvas, attribute)]
      }
      if stack.alignment != .fill {
        add("collapse.\(name)", Anchor(view, crossExtent), .equal, [], Self.collapse)
      }
      switch stack.alignment {
      case .fill:
        add(
          "\(crossStart.rawValue).\(name)", Anchor(view, crossStart), .equal, canvasTerm(crossStart)
        )
        add("\(crossEnd.rawValue).\(name)", Anchor(view, crossEnd), .equal, canvasTerm(crossEnd))
      case .leading:
        add("align.\(name)", Anchor(view, crossStart), .equal, canvasTerm(crossStart))
        addWithin(view, crossEnd)
      case .trailing:
        add("align.\(name)", Anchor(view, crossEnd), .equal, canvasTerm(crossEnd))
        addWithin(view, crossStart)
      case .center:
        add("align.\(name)", Anchor(view, crossCenter), .equal, canvasTerm(crossCenter))
        addWithin(view, crossStart)
      case .firstBaseline, .lastBaseline:
        let baseline: LayoutAttribute =
          stack.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
        // Columns have no common baseline, so their views align at the start edge.
        let attribute = isRow ? baseline : crossStart
        if index == 0 {
          let edge = stack.alignment == .firstBaseline || !isRow ? crossStart : crossEnd
          add("edge.\(name)", Anchor(view, edge), .equal, canvasTerm(edge), Self.collapse)
        } else {
          add(
            "align.\(name)", Anchor(view, attribute), .equal, [term(.view(visible[0]), attribute)])
        }
        addWithin(view, crossStart)
        addWithin(view, crossEnd)
      }
    }
  }

  private mutating func addWithin(_ view: ViewID, _ edge: LayoutAttribute) {
    let isStart = edge == crossStart
    add(
      "\(edge.rawValue).\(shownName(view))", Anchor(view, edge),
      isStart ? .greaterThanOrEqual : .lessThanOrEqual, [term(canvas, edge)])
  }
}
