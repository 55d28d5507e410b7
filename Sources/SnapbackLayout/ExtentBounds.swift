import SnapbackConstraints

/// The constraints that prevent negative sizes ("bounds"), with their names in reports.
struct ExtentBounds: Sendable {
  private var names: [ConstraintID: String] = [:]

  /// The name of a bound in reports; nil for any other constraint.
  subscript(bound: ConstraintID) -> String? { names[bound] }

  /// Makes the variables of a rectangle. Without constraints, its position is the origin of the
  /// rectangle `home`, and its size is 0.
  mutating func makeEdges(
    home: LayoutTree.Edges?, named name: String, in solver: inout Solver
  ) -> LayoutTree.Edges {
    LayoutTree.Edges(
      left: solver.makeVariable(.position, home: home?.left),
      top: solver.makeVariable(.position, home: home?.top),
      width: makeExtent("\(name).width >= 0", in: &solver),
      height: makeExtent("\(name).height >= 0", in: &solver))
  }

  /// Makes a size variable, which is never negative, even if constraints contradict this. In
  /// reports, its bound has the name `name`.
  mutating func makeExtent(_ name: String, in solver: inout Solver) -> Variable {
    let extent = solver.makeVariable(.size)
    // Cannot fail: a single term with factor 1 is always within the solver's limits.
    if let bound = try? solver.add(extent, .greaterThanOrEqual, isProtected: true) {
      names[bound] = name
    }
    return extent
  }
}
