import SnapbackConstraints

/// The bounds that keep the extents of a tree from being negative, by the solver's names of them.
struct ExtentBounds: Sendable {
  private var names: [ConstraintID: String] = [:]

  /// What reports call a bound; nil for every other constraint.
  subscript(bound: ConstraintID) -> String? { names[bound] }

  /// Makes the unknowns of a rectangle. What no constraint holds of it lies at the origin of `home`
  /// and has no extent.
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
