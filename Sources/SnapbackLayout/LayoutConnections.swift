import SnapbackConstraints

/// The connected sets of the constraints of a layout. A constraint can move an edge only if both
/// belong to the same set.
///
/// Constraints that share an edge or a size are in one set, whether they are active or not. The
/// screen connects nothing, because no constraint moves it; nor does a scroll offset. A width and a
/// height are in one set only if a constraint contains both or a text wraps. A stack is in one set
/// with its arranged views, whether they are hidden or not. Autoresizing connects a view with its
/// parent.
public struct LayoutConnections: Sendable {
  private let tree: LayoutTree
  /// Another variable of the same set, for each variable that is not the first of its set.
  private var heads: [Variable: Variable] = [:]
  /// The variables that no constraint of the scene moves.
  private var fixed: Set<Variable> = []
  /// The views that have been joined with all views around them.
  private var nested: Set<ViewID> = []

  /// Finds the sets. O(constraints + views), apart from the search for the first variables of sets.
  public init(_ tree: LayoutTree) {
    self.tree = tree
    let root = edges(of: .root)
    fixed = [root.left, root.top, root.width, root.height]
    for view in tree.views {
      guard let offset = view.scroll?.offsetVariables else { continue }
      fixed.formUnion([offset.x, offset.y])
    }
    for case let entry? in tree.constraints.entries {
      join(entry.expression.terms.map(\.variable))
      for anchor in entry.constraint.anchors { joinInsets(of: anchor) }
    }
    for view in tree.views.dropFirst() {
      // A position without constraints is that of the parent.
      let outer = edges(of: view.parent)
      join([view.edges.left, outer.left])
      join([view.edges.top, outer.top])
      if let text = view.current.text, text.wraps { join([view.edges.width, view.edges.height]) }
      if let autoresizing = view.current.autoresizing { join(autoresizing, of: view) }
    }
    // The tree has the constraints of stacks only after a layout pass.
    for index in tree.views.indices {
      guard let stack = tree.views[index].current.stack else { continue }
      join(stack, of: ViewID(index: index))
    }
  }

  /// Whether a constraint belongs to the connected set of an edge or a size of a view: of `left`,
  /// `top`, `right`, `bottom`, `width` or `height`. An edge is relative to the parent. False if
  /// there is no such constraint or view.
  public func connects(
    _ constraint: String, to attribute: LayoutAttribute, of view: ViewID
  ) -> Bool {
    guard let index = tree.constraints.index(of: constraint),
      let entry = tree.constraints.entries[index], tree.views.indices.contains(view.index)
    else { return false }
    let free = entry.expression.terms.map(\.variable).filter { !fixed.contains($0) }
    let sets = Set(free.map { head(of: $0) })
    return variables(of: attribute, of: view).contains {
      !fixed.contains($0) && sets.contains(head(of: $0))
    }
  }

  private func variables(of attribute: LayoutAttribute, of view: ViewID) -> [Variable] {
    let (own, outer) = (edges(of: view), edges(of: tree.views[view.index].parent))
    switch attribute {
    case .width: return [own.width]
    case .height: return [own.height]
    case .left: return [own.left, outer.left]
    case .right: return [own.left, own.width, outer.left]
    case .top: return [own.top, outer.top]
    case .bottom: return [own.top, own.height, outer.top]
    default: return [own.left, own.top, own.width, own.height, outer.left, outer.top]
    }
  }

  private func edges(of view: ViewID) -> LayoutTree.Edges { tree.views[view.index].edges }

  private func head(of variable: Variable) -> Variable {
    var head = variable
    while let next = heads[head] { head = next }
    return head
  }

  /// Joins the sets of variables.
  private mutating func join(_ variables: [Variable]) {
    let free = variables.filter { !fixed.contains($0) }
    guard let first = free.first else { return }
    for other in free.dropFirst() {
      let (own, joined) = (head(of: first), head(of: other))
      let least = min(own, joined)
      for variable in [first, other, own, joined] where variable != least {
        heads[variable] = least
      }
    }
  }

  /// Joins the sets of a stack and its arranged views.
  private mutating func join(_ stack: StackProperties, of view: ViewID) {
    let all = ([view] + stack.arranged).map { edges(of: $0) }
    join(all.flatMap { [$0.left, $0.width] })
    join(all.flatMap { [$0.top, $0.height] })
    if stack.isMarginsRelative { joinInsets(of: view) }
  }

  /// Joins the sets of a frame that follows the size of the parent.
  private mutating func join(_ autoresizing: Autoresizing, of view: LayoutTree.View) {
    let (own, outer) = (view.edges, edges(of: view.parent))
    let (across, down) = (autoresizing.rule(.horizontal), autoresizing.rule(.vertical))
    if across.position.factor != 0 { join([own.left, outer.width]) }
    if across.extent.factor != 0 { join([own.width, outer.width]) }
    if down.position.factor != 0 { join([own.top, outer.height]) }
    if down.extent.factor != 0 { join([own.height, outer.height]) }
  }

  /// Margins and the safe area of a view depend on where the view is in the views around it.
  private mutating func joinInsets(of anchor: Anchor) {
    let isInside = anchor.attribute.withinMargins != nil
    switch anchor.item {
    case .margins(let id), .safeArea(let id): joinInsets(of: id)
    case .view(let id) where isInside: joinInsets(of: id)
    default: return
    }
  }

  private mutating func joinInsets(of inner: ViewID) {
    var view = inner
    while view != .root, nested.insert(view).inserted {
      let parent = tree.views[view.index].parent
      let (own, outer) = (edges(of: view), edges(of: parent))
      join([own.left, own.width, outer.left, outer.width])
      join([own.top, own.height, outer.top, outer.height])
      view = parent
    }
  }
}
