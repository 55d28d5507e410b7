public import SnapbackConstraints

/// Adding, changing and removing constraints.
extension LayoutTree {
  /// The identifiers of the constraints that programs added, in the order of the constraints.
  /// Generated constraints are not included.
  public var constraintIdentifiers: [String] {
    constraints.ordered.map(\.constraint.identifier)
  }

  /// The constraint with an identifier, including generated ones; nil if there is none.
  public func constraint(_ identifier: String) -> LayoutConstraint? {
    constraints.constraint(identifier)
  }

  /// Whether a constraint exists and equals the one with the same identifier in another tree.
  package func hasConstraint(_ identifier: String, asIn other: LayoutTree) -> Bool {
    constraints.has(identifier, asIn: other.constraints)
  }

  /// The variations of a constraint; nil if there is no such constraint.
  public func variations(of identifier: String) -> VariationTable<ConstraintVariation>? {
    constraints.variations(of: identifier)
  }

  /// The constant of a constraint while no variation sets one; nil if there is no such
  /// constraint.
  public func usualConstant(of identifier: String) -> Double? {
    constraints.usualConstant(of: identifier)
  }

  /// Adds a constraint. It takes effect in the next pass.
  ///
  /// - Parameter variations: the properties that depend on size classes and states.
  ///
  /// - Returns: the constraint's identifier.
  @discardableResult
  public mutating func add(
    _ constraint: LayoutConstraint,
    variations: VariationTable<ConstraintVariation> = VariationTable(ConstraintVariation())
  ) throws(LayoutError) -> String {
    try add(constraint, variations: variations, at: nil)
  }

  /// Adds a constraint: as the last in the order of constraints, or at the position `place` of a
  /// removed constraint.
  @discardableResult
  package mutating func add(
    _ constraint: LayoutConstraint, variations: VariationTable<ConstraintVariation>,
    at place: Int?
  ) throws(LayoutError) -> String {
    var constraint = constraint
    if constraint.identifier.isEmpty {
      constraint.identifier = constraints.uniqueIdentifier(description(of: constraint))
    }
    try insert(constraint, variations: variations, source: .scene, at: place)
    return constraint.identifier
  }

  /// Adds all of the constraints, or throws and adds none.
  public mutating func activate(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    var tree = self
    for constraint in constraints { try tree.add(constraint) }
    self = tree
  }

  /// Removes a constraint. The removal takes effect in the next pass.
  public mutating func remove(_ identifier: String) throws(LayoutError) {
    let index = try index(of: identifier)
    guard let handle = constraints.entries[index]?.handle else { return }
    do throws(ConstraintError) {
      try solver.remove(handle)
    } catch {
      throw .number(identifier, error)
    }
    constraints.remove(at: index)
    marks.markOrders()
    marks.markPass()
  }

  /// Sets the constant of a constraint, in points. The constant takes effect in the next pass.
  public mutating func setConstant(
    _ constant: Double, of identifier: String
  ) throws(LayoutError) {
    let index = try index(of: identifier)
    if try applyConstant(constant, at: index) { marks.markPass() }
    noteConstant(constant, at: index)
  }

  /// Sets the constant of a constraint that is a ``LayoutDriver``: a value that a gesture or an
  /// animation changes continuously.
  mutating func moveConstant(
    _ constant: Double, of identifier: String
  ) throws(LayoutError) {
    let index = try index(of: identifier)
    guard try applyConstant(constant, at: index) else { return }
    // While a variation sets the constant, the usual one waits for the end of that variation.
    let isVaried = constraints.entries[index]?.variations[environment.context].constant != nil
    noteConstant(constant, isUsual: !isVaried, at: index)
    marks.markMove()
    if let entry = constraints.entries[index], entry.solverPriority.isRequired {
      precedence.noteMove(entry.handle)
    }
  }

  /// Records a constant that a program has set, as the usual one if `isUsual`.
  private mutating func noteConstant(_ constant: Double, isUsual: Bool = true, at index: Int) {
    guard let identifier = constraints.entries[index]?.constraint.identifier else { return }
    constraints.acceptConstant(identifier)
    if isUsual { constraints.setUsualConstant(constant, at: index) }
    statistics.edits += 1
  }

  /// Sets the constant that applies now and, separately, the usual constant, for a constraint whose
  /// current constant comes from a variation.
  public mutating func setConstant(
    _ constant: Double, usually usual: Double, of identifier: String
  ) throws(LayoutError) {
    try setConstant(constant, of: identifier)
    constraints.setUsualConstant(usual, at: try index(of: identifier))
  }

  /// Sets the constant of a constraint's equation. Returns whether the constant changed.
  private mutating func applyConstant(
    _ constant: Double, at index: Int
  ) throws(LayoutError) -> Bool {
    guard let entry = constraints.entries[index], entry.constraint.constant != constant else {
      return false
    }
    do throws(ConstraintError) {
      try solver.setConstant(entry.offset - constant, of: entry.handle)
    } catch {
      throw .number(entry.constraint.identifier, error)
    }
    constraints.setConstant(constant, at: index)
    return true
  }

  /// Activates or deactivates a constraint. The order of calls before a pass does not matter.
  public mutating func setActive(
    _ isActive: Bool, of identifier: String
  ) throws(LayoutError) {
    let index = try index(of: identifier)
    guard let entry = constraints.entries[index], entry.constraint.isActive != isActive else {
      return
    }
    constraints.setActive(isActive, at: index)
    statistics.edits += 1
    applyActivity(at: index)
  }

  /// Activates or deactivates several constraints. If one is unknown, throws and changes none.
  public mutating func setActive(
    _ isActive: Bool, ofAll identifiers: [String]
  ) throws(LayoutError) {
    for identifier in identifiers { _ = try index(of: identifier) }
    for identifier in identifiers { try setActive(isActive, of: identifier) }
  }

  /// Replaces the priority of a constraint.
  public mutating func setPriority(
    _ priority: Priority, of identifier: String
  ) throws(LayoutError) {
    let index = try index(of: identifier)
    guard let entry = constraints.entries[index], entry.constraint.priority != priority else {
      return
    }
    do throws(ConstraintError) {
      try solver.setPriority(entry.source.solverPriority(of: priority), of: entry.handle)
    } catch {
      throw .number(identifier, error)
    }
    precedence.forget(entry.handle)
    constraints.setPriority(priority, at: index)
    marks.markPass()
  }

  private func index(of identifier: String) throws(LayoutError) -> Int {
    guard let index = constraints.index(of: identifier) else {
      throw .unknownConstraint(identifier)
    }
    return index
  }

  mutating func insert(
    _ constraint: LayoutConstraint,
    variations: VariationTable<ConstraintVariation> = LayoutTree.unvaried,
    source: ConstraintSource, at place: Int? = nil
  ) throws(LayoutError) {
    let name = constraint.identifier
    guard !constraints.contains(name) else { throw .duplicateConstraint(name) }
    let entry = try makeEntry(constraint, variations: variations, source: source)
    constraints.append(entry, at: place)
  }

  /// The position of a constraint in the order of constraints, which decides ties. Nil if there is
  /// no such constraint.
  package func place(of identifier: String) -> Int? {
    constraints.index(of: identifier).flatMap { constraints.entries[$0]?.place }
  }

  /// Adds the equation of a constraint to the solver.
  private mutating func makeEntry(
    _ constraint: LayoutConstraint, variations: VariationTable<ConstraintVariation>,
    source: ConstraintSource
  ) throws(LayoutError) -> ConstraintTable.Entry {
    let usualConstant = constraint.constant
    var constraint = constraint
    constraint.constant = variations[environment.context].constant ?? usualConstant
    if constraint.anchors.contains(where: { $0.item == .keyboard }) { try makeKeyboardGuide() }
    let expression = try expression(of: constraint)
    let counts = constraint.isActive && variations[environment.context].isInstalled
    let handle: ConstraintID
    do throws(ConstraintError) {
      handle = try solver.add(
        expression, constraint.relation, priority: source.solverPriority(of: constraint.priority),
        isActive: counts)
    } catch {
      throw .number(constraint.identifier, error)
    }
    marks.markOrders()
    marks.markPass()
    return ConstraintTable.Entry(
      constraint, variations: variations == Self.unvaried ? Self.unvaried : variations,
      usualConstant: usualConstant, source: source, handle: handle, expression: expression)
  }

  /// The variations of a constraint that has none, in storage that all such constraints share.
  static let unvaried = VariationTable(ConstraintVariation())

  /// Updates an entry for the current size classes and states.
  mutating func applyVariation(at index: Int) {
    guard let entry = constraints.entries[index] else { return }
    let constant = entry.variations[environment.context].constant ?? entry.usualConstant
    do throws(LayoutError) {
      if try applyConstant(constant, at: index) { marks.markPass() }
      constraints.acceptConstant(entry.constraint.identifier)
    } catch {
      constraints.refuseConstant(entry.constraint.identifier)
    }
    applyActivity(at: index)
  }

  /// Activates or deactivates an entry's equation in the solver.
  mutating func applyActivity(at index: Int) {
    guard let entry = constraints.entries[index] else { return }
    let counts = entry.constraint.isActive && entry.variations[environment.context].isInstalled
    // The handle is the tree's own, so the solver knows it.
    guard (try? solver.isActive(entry.handle)) != counts else { return }
    try? solver.setActive(counts, of: entry.handle)
    marks.markPass()
  }

  /// Recomputes the equations whose constants or terms have changed. The solver may reject an
  /// equation, for example because a margin times a multiplier is out of range. The old equation
  /// then stays, and the constraint is recorded as rejected.
  ///
  /// `added` is the first of the constraints that were added last; their equations are up to date.
  mutating func refreshEquations(before added: ConstraintID?) {
    guard marks.consumeEquations() else { return }
    for index in constraints.entries.indices {
      guard let entry = constraints.entries[index] else { continue }
      if let added, entry.handle >= added { continue }
      do throws(LayoutError) {
        let expression = try expression(of: entry.constraint)
        if expression != entry.expression { try replaceExpression(at: index, by: expression) }
        constraints.accept(entry.constraint.identifier)
      } catch {
        constraints.refuse(entry.constraint.identifier)
      }
    }
  }

  private mutating func replaceExpression(
    at index: Int, by expression: LinearExpression
  ) throws(LayoutError) {
    guard let entry = constraints.entries[index] else { return }
    var handle = entry.handle
    do throws(ConstraintError) {
      if expression.terms == entry.expression.terms {
        try solver.setConstant(expression.constant, of: entry.handle)
      } else {
        handle = try solver.add(
          expression, entry.constraint.relation, priority: entry.solverPriority,
          isActive: try solver.isActive(entry.handle))
        try solver.remove(entry.handle)
        marks.markOrders()
      }
    } catch {
      throw .number(entry.constraint.identifier, error)
    }
    constraints.setExpression(expression, handle: handle, at: index)
    marks.markPass()
  }

  /// Makes the keyboard's guide: a rectangle as wide as the screen at the bottom edge. Without a
  /// keyboard, it is empty, at the bottom of the safe area.
  mutating func makeKeyboardGuide() throws(LayoutError) {
    guard screenEquations.keyboardGuide == nil else { return }
    let guide = try addGuide(in: .root, name: "screen.keyboard")
    try screenEquations.addKeyboard(
      guide, guides[guide.index].edges, root: views[0].edges,
      placement: environment.keyboardPlacement, in: &solver)
  }
}
