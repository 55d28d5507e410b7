import SnapbackConstraints

/// The orders that decide ties and conflicts. In a tie, answers are equally good at all priorities;
/// in a conflict, required constraints contradict each other. The orders depend on the tree and on
/// the order of its constraints, not on earlier layouts.
extension LayoutTree {
  /// Updates the orders in the solver if views or constraints have been added or removed.
  /// O(views + constraints).
  mutating func refreshOrders() {
    guard marks.consumeOrders() else { return }
    refreshTieOrder()
    let ranks = ItemRanks(of: self)
    for case let entry? in constraints.entries {
      // The handle is the tree's own, so the solver knows it.
      try? solver.setYieldOrder(Self.yieldOrder(of: entry.constraint, ranks), of: entry.handle)
    }
  }

  // MARK: Ties

  /// Sets the order of views and guides in ties: the order in which constraints name them. If there
  /// is too much room, the first view or guide grows. If there is too little room, it is the last
  /// that shrinks.
  ///
  /// Views that no constraint names come last, in tree order. Views with text that wraps are an
  /// exception: they shrink before all others and also grow before all others, the last of them
  /// first. Source: labels in UIKit, recorded in `Tests/Fixtures/uikit/layout_ties.csv`.
  private mutating func refreshTieOrder() {
    var (plain, wrapping): ([LayoutItem], [LayoutItem]) = ([], [])
    var listed: Set<LayoutItem> = []
    func list(_ item: LayoutItem) {
      guard listed.insert(item).inserted else { return }
      if case .view(let view) = item, views[view.index].current.text?.wraps == true {
        wrapping.append(item)
      } else {
        plain.append(item)
      }
    }
    for entry in constraints.ordered {
      for anchor in entry.constraint.anchors {
        list(anchor.item.view.map(LayoutItem.view) ?? anchor.item)
      }
    }
    for index in views.indices { list(.view(ViewID(index: index))) }
    for index in guides.indices { list(.guide(GuideID(index: index))) }
    solver.setTieOrder(
      kept: (plain + wrapping).flatMap { positions(of: $0) + extents(of: $0) },
      grown: (wrapping.reversed() + plain).flatMap { extents(of: $0) })
  }

  private func positions(of item: LayoutItem) -> [Variable] {
    guard let edges = ownEdges(of: item) else { return [] }
    return [edges.left, edges.top]
  }

  private func extents(of item: LayoutItem) -> [Variable] {
    guard let edges = ownEdges(of: item) else { return [] }
    var extents = [edges.width, edges.height]
    if case .view(let view) = item, let scroll = views[view.index].scroll {
      extents += [scroll.contentWidth, scroll.contentHeight]
    }
    return extents
  }

  private func ownEdges(of item: LayoutItem) -> Edges? {
    switch item {
    case .view(let view): views[view.index].edges
    case .guide(let guide): guides[guide.index].edges
    default: nil
    }
  }

  // MARK: Conflicts

  /// The position of a constraint in the yield order, in which required constraints yield in
  /// conflicts.
  ///
  /// UIKit breaks the constraint of a contradiction that is last by these criteria, in this order:
  ///
  /// 1. the latest item of the constraint in ``ItemRanks``,
  /// 2. its other item; a constraint without another item comes last,
  /// 3. its relation: equality, then ≥, then ≤,
  /// 4. the attribute of the latest item,
  /// 5. the side of the latest item: left, then right,
  /// 6. the constant of the constraint when it is solved for the latest item.
  ///
  /// Source: the recordings in `Tests/Fixtures/uikit/layout_conflicts.csv`.
  private static func yieldOrder(
    of constraint: LayoutConstraint, _ ranks: ItemRanks
  ) -> YieldOrder {
    let anchors = constraint.anchors
    let places = anchors.map { ranks[$0.item] }
    let latest = places.indices.max { (places[$0], $1) < (places[$1], $0) } ?? 0
    let other = places.indices.filter { $0 != latest }.map { places[$0] }.max()
    let multiplier = latest == 0 ? -1 : constraint.terms[latest - 1].multiplier
    var rank = UInt64(truncatingIfNeeded: places[latest])
    rank = rank << 20 | UInt64(truncatingIfNeeded: other ?? ItemRanks.limit)
    rank = rank << 2 | constraint.relation.yieldRank
    rank = rank << 5 | anchors[latest].attribute.yieldRank
    rank = rank << 1 | (latest == 0 ? 0 : 1)
    return YieldOrder(rank: rank, constantFactor: multiplier == 0 ? 0 : 1 / multiplier)
  }
}

/// The ranks of views and guides in the tree, breadth first: by depth, then by the rank of the
/// parent, then in the order of siblings. The guides of a view come after its children.
private struct ItemRanks {
  /// A number above all ranks.
  static let limit = (1 << 20) - 1

  private var views: [Int]
  private var guides: [Int]

  init(of tree: LayoutTree) {
    views = Array(repeating: 0, count: tree.views.count)
    guides = Array(repeating: 0, count: tree.guides.count)
    var owned: [ViewID: [Int]] = [:]
    for (index, guide) in tree.guides.enumerated() { owned[guide.owner, default: []].append(index) }
    var queue = [ViewID.root]
    var (head, rank) = (0, 0)
    while head < queue.count {
      let view = queue[head]
      head += 1
      for child in tree.views[view.index].children {
        rank += 1
        views[child.index] = rank
        queue.append(child)
      }
      for guide in owned[view] ?? [] {
        rank += 1
        guides[guide] = rank
      }
    }
  }

  /// The rank of an item. Margins, safe area, content and viewport have the rank of their view.
  subscript(item: LayoutItem) -> Int {
    if case .guide(let guide) = item { return guides[guide.index] }
    return item.view.map { views[$0.index] } ?? 0
  }
}

extension Relation {
  /// The rank of the relation in the yield order: equations yield last, ≤ yields first.
  fileprivate var yieldRank: UInt64 {
    switch self {
    case .equal: 0
    case .greaterThanOrEqual: 1
    case .lessThanOrEqual: 2
    }
  }
}

extension LayoutAttribute {
  /// The rank of the attribute in the yield order: its index in the order of declaration, the same
  /// as in UIKit.
  fileprivate var yieldRank: UInt64 {
    UInt64(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0)
  }
}
