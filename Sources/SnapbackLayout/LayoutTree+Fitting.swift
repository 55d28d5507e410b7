public import SnapbackBasics
public import SnapbackConstraints

/// Fitting sizes of views.
extension LayoutTree {
  /// The size of a view as determined by its own constraints alone, without its surroundings. It is
  /// as close to `target` as the content allows.
  ///
  /// Lays out a copy of the tree in which all constraints that refer to an item outside the view
  /// are inactive. This is useful for list cells. It costs as much as laying out the copied tree.
  ///
  /// - Parameters:
  ///   - target: the preferred size in points; zero for the smallest size.
  ///   - priorities: the priorities of `target`. They are 50 by default, so that the content has
  ///     precedence.
  public func fittingSize(
    of view: ViewID, target: Size = .zero,
    priorities: PerAxis<Priority> = PerAxis(horizontal: .fittingSize, vertical: .fittingSize)
  ) throws(LayoutError) -> Size {
    guard views.indices.contains(view.index) else { throw .unknownView(view) }
    var tree = self
    // Alone, the view would have another position and so other margins; keep its current margins.
    tree.layoutIfNeeded()
    tree.fittedView = view
    for index in tree.constraints.entries.indices {
      guard let entry = tree.constraints.entries[index] else { continue }
      let isInside = entry.constraint.anchors.allSatisfy { isWithin($0.item, view) }
      guard !isInside || entry.constraint.identifier.hasPrefix("\(name(of: view)).autoresizing")
      else { continue }
      tree.constraints.setActive(false, at: index)
      tree.applyActivity(at: index)
    }
    try tree.add(
      LayoutConstraint(
        identifier: "fitting.width", first: Anchor(view, .width), constant: target.width,
        priority: priorities.horizontal))
    try tree.add(
      LayoutConstraint(
        identifier: "fitting.height", first: Anchor(view, .height), constant: target.height,
        priority: priorities.vertical))
    tree.layoutIfNeeded()
    return tree.exactFrame(of: view).size
  }

  private func isWithin(_ item: LayoutItem, _ view: ViewID) -> Bool {
    guard var host = host(of: item) else { return false }
    while host != view {
      if host == .root { return false }
      host = views[host.index].parent
    }
    return true
  }

  private func host(of item: LayoutItem) -> ViewID? {
    if case .guide(let guide) = item {
      return guides.indices.contains(guide.index) ? guides[guide.index].owner : nil
    }
    return item.view
  }
}
