import SnapbackConstraints

/// The constraints that keep the extents of a tree from being negative, with their names in
/// reports.
struct ExtentBounds: Sendable {
  private var names: [ConstraintID: String] = [:]

  /// The name of a bound in reports; nil for every other constraint.
  subscript(bound: ConstraintID) -> String? { names[bound] }

  /// Makes the unknowns of a rectangle. Edges that no constraint determines lie at the origin of
  /// `home`; extents that none determines are 0.
  mutating func makeEdges(
    home: LayoutTree.Edges?, named name: String, in solver: inout Solver
  ) -> LayoutTree.Edges {
    LayoutTree.Edges(
      left: solver.makeVariable(.position, home: home?.left),
      top: solver.makeVariable(.position, home: home?.top),
      width: makeExtent("\(name).width >= 0", in: &solver),
      height: makeExtent("\(name).height >= 0", in: &solver))
  }

  /// Makes an extent, which is never negative, whatever the constraints say. Reports call its bound
  /// `name`.
  mutating func makeExtent(_ name: String, in solver: inout Solver) -> Variable {
    let extent = solver.makeVariable(.size)
    // One term with the factor 1 is always within what the solver takes.
    if let bound = try? solver.add(extent, .greaterThanOrEqual, isProtected: true) {
      names[bound] = name
    }
    return extent
  }
}
