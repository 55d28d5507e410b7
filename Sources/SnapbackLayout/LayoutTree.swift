import SnapbackConstraints
public import SnapbackGeometry

/// Views, the constraints between them, and the frames that follow.
///
/// A change marks the tree; nothing is solved before ``layoutIfNeeded()``, which does nothing
/// unless something was marked. Frames are edges in the coordinates of the screen, so neighbours
/// share the same numbers across parents; they are rounded to the pixel grid once, at the end of
/// a pass.
///
/// **Positions** (left, top, centerX, …) are measured in the coordinates of the nearest common
/// ancestor of the constraint's views, before a multiplier applies: `0.5 × parent.centerX` is a
/// quarter of the parent's width wherever the parent stands. A constraint on one view alone
/// measures in its parent's coordinates.
///
/// **Undetermined**: an edge that no constraint speaks of lies at the parent's origin, and an
/// extent that none speaks of is 0.
public struct LayoutTree: Sendable {
  /// The most views, the screen included.
  public static let viewLimit = 10_000

  struct View: Sendable {
    var parent: ViewID
    var depth: Int
    var left: Variable
    var top: Variable
    var width: Variable
    var height: Variable
  }

  private struct Entry: Sendable {
    var constraint: LayoutConstraint
    var handle: ConstraintID
  }

  /// How much work the tree has done.
  public struct Statistics: Hashable, Sendable {
    /// Layout passes: calls of ``LayoutTree/layoutIfNeeded()`` that had something to do.
    public var passes = 0
    /// Solves of the constraint system.
    public var solves = 0
  }

  private(set) var views: [View] = []
  private var entries: [Entry] = []
  private var indexes: [String: Int] = [:]
  private var solver = Solver()
  private var screenHandles: (width: ConstraintID, height: ConstraintID)?

  /// The size of the root, in points.
  public private(set) var screenSize: Size
  /// Pixels per point; the grid that frames are rounded to.
  public let scale: Double
  /// Edges of each view in the coordinates of the screen, as of the last pass.
  public private(set) var frames: [Rect] = []
  /// Whether the next ``layoutIfNeeded()`` has something to do.
  public private(set) var needsLayout = true
  /// Passes and solves so far.
  public private(set) var statistics = Statistics()

  /// A tree of the screen alone.
  ///
  /// `scale` is in pixels per point; one that is not above 0 and finite counts as 1.
  public init(screen: Size, scale: Double = 1) throws(LayoutError) {
    try Self.check(screen)
    screenSize = screen
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    addVariables(parent: .root, depth: 0)
    let root = views[0]
    try tie(root.left, to: 0)
    try tie(root.top, to: 0)
    screenHandles = (
      try tie(root.width, to: screen.width), try tie(root.height, to: screen.height)
    )
  }

  /// The number of views, the screen included.
  public var viewCount: Int { views.count }

  /// The identifiers of the constraints, in the order in which they were added.
  public var constraintIdentifiers: [String] { entries.map(\.constraint.identifier) }

  /// Adds a view in front of its siblings.
  public mutating func addView(in parent: ViewID) throws(LayoutError) -> ViewID {
    guard views.indices.contains(parent.index) else { throw .unknownView(parent) }
    guard views.count < Self.viewLimit else { throw .tooManyViews(limit: Self.viewLimit) }
    return addVariables(parent: parent, depth: views[parent.index].depth + 1)
  }

  /// Adds a constraint; the next pass regards it.
  public mutating func add(_ constraint: LayoutConstraint) throws(LayoutError) {
    let name = constraint.identifier
    guard indexes[name] == nil else { throw .duplicateConstraint(name) }
    for anchor in [constraint.first] + constraint.terms.map(\.anchor) {
      guard views.indices.contains(anchor.view.index) else { throw .unknownView(anchor.view) }
    }
    // An extent follows extents; a position follows extents and positions along its own axis.
    let axis = constraint.first.attribute.positionAxis
    for other in constraint.terms.map(\.anchor.attribute)
    where other.positionAxis != nil && other.positionAxis != axis {
      throw .mixedAxes(name, constraint.first.attribute, other)
    }
    let expression = expression(of: constraint)
    do throws(ConstraintError) {
      let handle = try solver.add(
        expression, constraint.relation, priority: constraint.priority)
      indexes[name] = entries.count
      entries.append(Entry(constraint: constraint, handle: handle))
    } catch {
      throw .number(name, error)
    }
    needsLayout = true
  }

  /// Sets the constant of a constraint, in points; the next pass regards it.
  public mutating func setConstant(
    _ constant: Double, of identifier: String
  ) throws(LayoutError) {
    guard let index = indexes[identifier] else { throw .unknownConstraint(identifier) }
    guard entries[index].constraint.constant != constant else { return }
    do throws(ConstraintError) {
      try solver.setConstant(-constant, of: entries[index].handle)
    } catch {
      throw .number(identifier, error)
    }
    entries[index].constraint.constant = constant
    needsLayout = true
  }

  /// Sets the size of the screen, in points; the next pass regards it.
  public mutating func setScreenSize(_ size: Size) throws(LayoutError) {
    try Self.check(size)
    guard size != screenSize, let handles = screenHandles else { return }
    do throws(ConstraintError) {
      try solver.setConstant(-size.width, of: handles.width)
      try solver.setConstant(-size.height, of: handles.height)
    } catch {
      throw .number("screen", error)
    }
    screenSize = size
    needsLayout = true
  }

  /// Solves what was changed and writes the frames; nil when nothing was changed.
  @discardableResult
  public mutating func layoutIfNeeded() -> LayoutReport? {
    guard needsLayout else { return nil }
    needsLayout = false
    let report = solver.solve()
    statistics.passes += 1
    statistics.solves = solver.statistics.solves
    for (index, view) in views.enumerated() {
      let (left, top) = (solver.value(of: view.left), solver.value(of: view.top))
      frames[index] = Rect(
        left: onGrid(left), top: onGrid(top),
        right: onGrid(left + solver.value(of: view.width)),
        bottom: onGrid(top + solver.value(of: view.height)))
    }
    return LayoutReport(
      conflicts: report.conflicts.map { conflict in
        LayoutReport.Conflict(
          victim: name(of: conflict.victim), others: conflict.others.map { name(of: $0) })
      },
      setAside: report.setAside.map { name(of: $0) }, isOptimal: report.isOptimal)
  }

  private func onGrid(_ edge: Double) -> Double { (edge * scale).rounded() / scale }

  private func name(of handle: ConstraintID) -> String {
    entries.first { $0.handle == handle }?.constraint.identifier ?? "screen"
  }

  private static func check(_ size: Size) throws(LayoutError) {
    // Solver.constantLimit bounds what can be laid out; a screen has no business there.
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw .screenSize(width: size.width, height: size.height)
    }
  }

  @discardableResult
  private mutating func tie(
    _ variable: Variable, to constant: Double
  ) throws(LayoutError) -> ConstraintID {
    do throws(ConstraintError) {
      return try solver.add(variable - constant, .equal, isProtected: true)
    } catch {
      throw .number("screen", error)
    }
  }

  @discardableResult
  private mutating func addVariables(parent: ViewID, depth: Int) -> ViewID {
    // What no constraint holds lies at the parent's origin and has no extent.
    let outer = views.isEmpty ? nil : views[parent.index]
    views.append(
      View(
        parent: parent, depth: depth,
        left: solver.makeVariable(.position, home: outer?.left),
        top: solver.makeVariable(.position, home: outer?.top),
        width: solver.makeVariable(.size), height: solver.makeVariable(.size)))
    frames.append(.zero)
    needsLayout = true
    return ViewID(index: views.count - 1)
  }
}
