public import SnapbackConstraints
public import SnapbackGeometry

/// The size that a view asks for.
extension LayoutTree {
  /// The size that the constraints within a view give it when nothing around it says otherwise, as
  /// near to `target` as its contents allow.
  ///
  /// It is laid out apart, as a copy: constraints that speak of anything outside the view do not
  /// count. For cells of lists and the like; it costs as much as laying out the copied tree.
  ///
  /// - Parameters:
  ///   - target: the size to come near to, in points; zero for the smallest.
  ///   - priorities: how strongly; 50 by default, so that contents decide.
  public func fittingSize(
    of view: ViewID, target: Size = .zero,
    priorities: PerAxis<Priority> = PerAxis(horizontal: .fittingSize, vertical: .fittingSize)
  ) throws(LayoutError) -> Size {
    guard views.indices.contains(view.index) else { throw .unknownView(view) }
    var tree = self
    // Apart, the view would lie elsewhere; its margins are those that it has where it is.
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
