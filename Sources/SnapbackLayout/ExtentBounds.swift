import SnapbackConstraints

/// The constraints that prevent negative sizes ("bounds"), with their names in reports.
struct ExtentBounds: Sendable {
  /// A size that has a bound.
  enum Extent: String {
    case width, height
    /// The size of the content of a scroll view.
    case contentWidth = "content.width"
    case contentHeight = "content.height"
  }

  private struct Bound {
    let id: ConstraintID
    /// The name of the view or guide.
    let owner: String
    let extent: Extent
  }

  /// The bounds in the order of their creation, which is that of their identifiers.
  private var bounds: [Bound] = []

  /// The name of a bound in reports; nil for any other constraint. O(log bounds).
  subscript(bound: ConstraintID) -> String? {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle].id < bound { low = middle + 1 } else { high = middle }
    }
    guard low < bounds.count, bounds[low].id == bound else { return nil }
    return "\(bounds[low].owner).\(bounds[low].extent.rawValue) >= 0"
  }

  /// Makes the variables of a rectangle. Without constraints, its position is the origin of the
  /// rectangle `home`, and its size is 0.
  mutating func makeEdges(
    home: LayoutTree.Edges?, named name: String, in solver: inout Solver
  ) -> LayoutTree.Edges {
    LayoutTree.Edges(
      left: solver.makeVariable(.position, home: home?.left),
      top: solver.makeVariable(.position, home: home?.top),
      width: makeExtent(.width, of: name, in: &solver),
      height: makeExtent(.height, of: name, in: &solver))
  }

  /// Makes a size variable of a view or guide, which is never negative, even if constraints
  /// contradict this.
  mutating func makeExtent(
    _ extent: Extent, of owner: String, in solver: inout Solver
  ) -> Variable {
    let variable = solver.makeVariable(.size)
    // Cannot fail: a single term with factor 1 is always within the solver's limits.
    if let bound = try? solver.add(variable, .greaterThanOrEqual, isProtected: true) {
      bounds.append(Bound(id: bound, owner: owner, extent: extent))
    }
    return variable
  }
}
