public import SnapbackBasics
import SnapbackConstraints

/// The layout pass.
extension LayoutTree {
  /// Makes the next ``layoutIfNeeded()`` run a pass even if nothing has changed.
  public mutating func setNeedsLayout() {
    marks.markPass()
  }

  /// Sets the frame (rectangle) of a view. The next pass overwrites it with the frame that the
  /// constraints give.
  ///
  /// - Parameter frame: the rectangle in screen coordinates.
  public mutating func setFrame(_ frame: Rect, of view: ViewID) throws(LayoutError) {
    guard frames.indices.contains(view.index) else { throw .unknownView(view) }
    frames[view.index] = frame
  }

  /// Runs a layout pass: solves pending changes and updates the frames of all views. Returns nil if
  /// nothing has changed.
  ///
  /// Margins, safe areas and heights of wrapped text depend on frames. If they change, the pass
  /// solves again, at most eight times in total and within ``workLimit``.
  @discardableResult
  public mutating func layoutIfNeeded() -> LayoutReport? {
    guard marks.needsPass else { return nil }
    var left = workLimit
    let (result, unsettled) = settle(&left)
    marks.finishPass()
    statistics.passes += 1
    statistics.solves = solver.statistics.solves
    statistics.work = solver.statistics.work
    for index in views.indices { frames[index] = roundedFrame(of: ViewID(index: index)) }
    return report(of: result, unsettled: unsettled)
  }

  /// Solves. Decides which constraints yield in conflicts, or keeps the last decision if only
  /// drivers have moved since (``RulePrecedence``).
  private mutating func settle(_ left: inout Int) -> (SolveReport, unsettled: [ViewID]) {
    guard marks.needsDecision else {
      precedence.lowerAdded(in: &solver)
      let result = solveRounds(&left)
      guard precedence.isDisturbed(by: result.0) else { return result }
      precedence.lower(in: &solver)
      return solveRounds(&left)
    }
    let held = precedence.held(in: solver)
    precedence.raise(in: &solver)
    let result = solveRounds(&left)
    guard !held.isEmpty, precedence.isDisturbed(by: result.0) else {
      precedence.decide(by: result.0)
      return result
    }
    precedence.decide(at: held, in: solver, workLimit: left)
    precedence.lower(in: &solver)
    return solveRounds(&left)
  }

  /// Solves until margins, safe areas and heights of wrapped text no longer change.
  private mutating func solveRounds(_ left: inout Int) -> (SolveReport, unsettled: [ViewID]) {
    var result = solve(&left)
    var unsettled = settleMetrics(round: 0)
    var round = 1
    while !unsettled.isEmpty, round < Self.roundLimit, left > 0 {
      result = solve(&left)
      unsettled = settleMetrics(round: round)
      round += 1
    }
    return (result, unsettled)
  }

  /// Updates the solver and solves within the remaining work limit.
  private mutating func solve(_ left: inout Int) -> SolveReport {
    let added = refreshGenerated()
    refreshEquations(before: added)
    refreshOrders()
    let before = solver.statistics.work
    let result = solver.solve(workLimit: left)
    left -= min(left, solver.statistics.work - before)
    return result
  }

  /// The frame of a view, rounded to the pixel grid. The frame of a view that a stack hides has no
  /// extent along the stack's axis.
  private func roundedFrame(of view: ViewID) -> Rect {
    let solved = exactFrame(of: view)
    return collapsed(
      Rect(
        left: onGrid(solved.left), top: onGrid(solved.top), right: onGrid(solved.right),
        bottom: onGrid(solved.bottom)), of: view)
  }

  /// The frame of a view before rounding to the pixel grid. The frame of a view that a stack hides
  /// has no extent along the stack's axis.
  public func unroundedFrame(of view: ViewID) -> Rect { collapsed(exactFrame(of: view), of: view) }

  private func collapsed(_ frame: Rect, of view: ViewID) -> Rect {
    guard let axis = collapsedAxis(of: view) else { return frame }
    var frame = frame
    if axis == .vertical {
      frame.bottom = frame.top
    } else if traits.direction == .rightToLeft {
      frame.left = frame.right
    } else {
      frame.right = frame.left
    }
    return frame
  }

  /// The axis of the stack that hides a view; nil if no stack hides the view.
  func collapsedAxis(of view: ViewID) -> Axis? {
    guard views.indices.contains(view.index), views[view.index].current.isHidden, view != .root,
      let stack = views[views[view.index].parent.index].current.stack,
      stack.arranged.contains(view)
    else { return nil }
    return stack.axis
  }

  /// Rounds a position to the nearest pixel.
  public func onGrid(_ edge: Double) -> Double { environment.grid.nearest(edge) }

  private func report(of result: SolveReport, unsettled: [ViewID]) -> LayoutReport {
    let conflicts = precedence.conflicts(result)
    let isAnyNamed =
      !conflicts.isEmpty || !result.setAside.isEmpty || !result.unverified.isEmpty
    let names = isAnyNamed ? constraints.identifiersByHandle : [:]
    func name(_ handle: ConstraintID) -> String {
      names[handle] ?? extentBounds[handle] ?? "screen"
    }
    return LayoutReport(
      conflicts: conflicts.map { conflict in
        LayoutReport.Conflict(
          victim: name(conflict.victim), others: Self.once(conflict.others.map(name)))
      },
      setAside: result.setAside.map(name) + constraints.refusedIdentifiers,
      isOptimal: result.isOptimal,
      unverified: Self.once(result.unverified.map(name)),
      unsettled: unsettled.map { views[$0.index].name })
  }

  /// Removes duplicate names, because all equations of the screen share one name.
  private static func once(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
