import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol

/// The requested value of a constant that gestures drive.
struct ConstantGoal {
  let constraint: String
  let value: Double
}

/// The layout of a scene: the tree, including changes that wait for a layout pass, and the report
/// of the last pass. Only this type changes the tree.
struct LayoutStage: Sendable {
  private var tree: LayoutTree
  /// The indices of the views by name.
  private let places: [String: Int]
  /// The constraints whose constants are driven by gestures.
  let drivenConstraints: Set<String>
  /// The traits of the scroll views that a gesture scrolls; nil for other views.
  private var scrolling: [ScrollTraits?]
  /// The constants that a change of a state has given driven constraints. The motion takes them
  /// over before the next pass.
  private var varied: [ConstantGoal] = []
  /// The remaining rehearsed layout passes for the changes being made.
  private var rehearsed: [LayoutRehearsal.Pass] = []
  /// Whether the layout needs a pass only because a renderer has measured texts.
  private(set) var waitsForMeasuredOnly = false
  /// The report of the last pass.
  private(set) var report = LayoutReport()
  /// The number of changes that appear in a description of the scene but not in frames sent to
  /// clients: the size of the screen, and the strings, sizes and baselines of texts.
  private(set) var descriptionRevision: UInt64 = 0

  /// Creates the stage of a blueprint's layout.
  init(_ blueprint: SceneBlueprint) {
    tree = blueprint.layout
    drivenConstraints = Set(blueprint.drivenConstraints)
    scrolling = Array(repeating: nil, count: blueprint.views.count)
    for gesture in blueprint.gestures {
      if case .scrollOffset(let behavior) = gesture.binding {
        scrolling[gesture.view] = behavior.scroll
      }
    }
    places = Dictionary(
      blueprint.views.enumerated().map { ($0.element.appearance.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Reading

  /// The present tree; the first change of the copy or of the original copies the storage.
  var copy: LayoutTree { tree }
  var statistics: LayoutTree.Statistics { tree.statistics }
  @inline(__always)
  var needsPass: Bool { tree.needsLayout }
  var constraintCount: Int { tree.constraintCount }
  var traits: LayoutTraits { tree.traits }
  /// The size classes and the present values of the states.
  var context: VariationContext { tree.context }
  var states: StateValues { tree.states }
  /// Whether a change of a state has selected constants of driven constraints to which the channels
  /// have not been set yet.
  var hasVaried: Bool { !varied.isEmpty }
  var screenSize: Size { tree.screenSize }
  /// The frames of the last pass on the unscrolled screen.
  var frames: [Rect] { tree.frames }

  /// The frame of a view in the last layout pass, before rounding to the pixel grid.
  func exactFrame(of view: Int) -> Rect { tree.unroundedFrame(of: ViewID(index: view)) }

  /// The value of a number in the last layout pass, at most 10⁶ in magnitude.
  func value(of number: LayoutNumber) -> Double {
    // Cannot fail: the scene reader prepares numbers, and views and guides are never removed.
    let value = (try? tree.value(of: number)) ?? 0
    return min(max(value, -1e6), 1e6)
  }

  /// The index of the view with a name.
  func view(named name: String) -> Int? { places[name] }

  func name(of view: Int) -> String { tree.name(of: ViewID(index: view)) }

  func isHidden(_ view: Int) -> Bool { tree.isHidden(ViewID(index: view)) }

  func properties(of view: Int) -> ViewProperties { tree.properties(of: ViewID(index: view)) }

  /// Whether `parent` is a stack that arranges `view`.
  func isArranged(_ view: Int, in parent: Int) -> Bool {
    properties(of: parent).stack?.arranged.contains(ViewID(index: view)) == true
  }

  /// The size of a scroll view's content; nil if the view does not scroll.
  func contentSize(of view: Int) -> Size? { tree.contentSize(of: ViewID(index: view)) }

  /// The insets by which the range of a view's scroll offset extends beyond the content.
  func contentInset(of view: Int) -> EdgeInsets {
    scrolling[view]?.contentInset(of: view, in: tree) ?? .zero
  }

  /// The insets of a scroll view without those for the safe area and the keyboard.
  func givenInset(of view: Int) -> EdgeInsets { scrolling[view]?.inset ?? .zero }

  /// Whether a scroll view rests only at pages.
  func turnsPages(of view: Int) -> Bool { scrolling[view]?.isPaging ?? false }

  /// The safe area of a view, as insets from its frame.
  func safeArea(of view: Int) -> EdgeInsets { tree.safeAreaInsets(of: ViewID(index: view)) }

  func scrollOffset(of view: Int) -> Vector { tree.scrollOffset(of: ViewID(index: view)) }

  /// Whether a constraint relates an item inside a scroll view to one outside. Scrolling then
  /// requires a layout pass.
  func tiesScrollOffset(of view: Int) -> Bool {
    tree.tiesScrollOffset(of: ViewID(index: view))
  }

  /// The constant of a constraint while no variation sets one; nil if there is no such constraint.
  func usualConstant(of constraint: String) -> Double? { tree.usualConstant(of: constraint) }

  /// The text of a view at the present text size; nil if it has none.
  func text(of view: Int) -> TextAppearance? {
    guard let text = properties(of: view).text else { return nil }
    let metrics = text.metrics(in: tree.traits.contentSize)
    let baselines = tree.baselines(of: ViewID(index: view))
    return TextAppearance(
      string: text.string, style: text.hasFixedSize ? nil : text.style.rawValue,
      size: metrics.pointSize, lineHeight: metrics.lineHeight, firstBaseline: baselines.first,
      lastBaseline: tree.frames[view].size.height - baselines.last,
      lineLimit: UInt32(clamping: text.lineLimit))
  }

  // MARK: Changes

  /// Whether a change sets a constant that gestures drive. Such a constant is a channel.
  func isDriven(_ change: SceneChange) -> Bool {
    switch change {
    case .constant(let name, _), .constantBy(let name, _): drivenConstraints.contains(name)
    default: false
    }
  }

  /// Makes the changes that go through layout, including those within blocks, and returns their
  /// inverses. If one is invalid, makes none and throws. Does not set constants that gestures
  /// drive; ``drainVaried()`` returns those that a change of a state sets.
  ///
  /// `goals` are those of the driven constants, if a change sets a state.
  mutating func make(
    _ changes: [SceneChange], goals: [ConstantGoal]
  ) throws(EngineError) -> [Undo] {
    var undo: [Undo] = []
    let places = places
    waitsForMeasuredOnly = false
    do throws(LayoutError) {
      let known = drivenConstraints.filter { tree.constraint($0) != nil }
      let changes = withoutDriven(changes)
      varied += try withGoals(goals) { tree throws(LayoutError) in
        do throws(LayoutError) {
          try tree.make(changes, undo: &undo) { name in places[name].map(ViewID.init) }
        } catch {
          tree.undo(undo) { name in places[name].map(ViewID.init) }
          undo.removeAll()
          throw error
        }
      }
      try checkDriven(changes, known)
    } catch {
      tree.undo(undo) { name in places[name].map(ViewID.init) }
      throw .layout(error)
    }
    if changes.contains(where: \.isDescribed) { descriptionRevision += 1 }
    return undo
  }

  /// Makes changes in the tree. With goals of driven constants, sets these goals before, so that
  /// they are the usual constants when no variation sets one. Restores the constants afterwards;
  /// returns those that variations have changed.
  private mutating func withGoals(
    _ goals: [ConstantGoal], _ body: (inout LayoutTree) throws(LayoutError) -> Void
  ) throws(LayoutError) -> [ConstantGoal] {
    let before = goals.map { tree.constraint($0.constraint)?.constant }
    let context = tree.context
    // The tree has accepted all of these constants before, so none of them is refused here.
    for goal in goals { try? tree.set(.constant(goal.constraint), to: goal.value) }
    func restore(_ tree: inout LayoutTree) -> [ConstantGoal] {
      var changed: [ConstantGoal] = []
      for (goal, old) in zip(goals, before) {
        guard let old, let present = tree.constraint(goal.constraint)?.constant,
          let usual = tree.usualConstant(of: goal.constraint)
        else { continue }
        // A constant that is equal by chance still replaces a change that waits for a release.
        let table = tree.variations(of: goal.constraint)
        if present != goal.value || table?[context].constant != table?[tree.context].constant {
          changed.append(ConstantGoal(constraint: goal.constraint, value: present))
        }
        try? tree.setConstant(old, usually: usual, of: goal.constraint)
      }
      return changed
    }
    do throws(LayoutError) {
      try body(&tree)
    } catch {
      _ = restore(&tree)
      throw error
    }
    return restore(&tree)
  }

  /// Removes and returns the constants that changes of states have given driven constraints.
  mutating func drainVaried() -> [ConstantGoal] {
    guard !varied.isEmpty else { return [] }
    defer { varied.removeAll() }
    return varied
  }

  /// Returns the changes without those of driven constants.
  private func withoutDriven(_ changes: [SceneChange]) -> [SceneChange] {
    guard !drivenConstraints.isEmpty else { return changes }
    return changes.compactMap { change in
      if case .animate(let animation, let list) = change {
        return .animate(animation, withoutDriven(list))
      }
      return isDriven(change) ? nil : change
    }
  }

  /// Throws if a change refers to a driven constant whose constraint neither exists now nor was
  /// `known` before the changes.
  private func checkDriven(
    _ changes: [SceneChange], _ known: Set<String>
  ) throws(LayoutError) {
    for change in changes {
      switch change {
      case .animate(_, let list): try checkDriven(list, known)
      case .constant(let name, _), .constantBy(let name, _):
        guard !isDriven(change) || known.contains(name) || tree.constraint(name) != nil else {
          throw .unknownConstraint(name)
        }
      default: break
      }
    }
  }

  /// Undoes changes, last change first, and returns the changes that redo them.
  @discardableResult
  mutating func undo(_ changes: [Undo], goals: [ConstantGoal]) -> [Undo] {
    if changes.contains(where: \.isDescribed) { descriptionRevision += 1 }
    let places = places
    let layoutChanges = changes.filter { undo in
      if case .change(let change) = undo, isDriven(change) { return false }
      return undo.goesThroughLayout
    }
    var again: [Undo] = []
    varied.removeAll()
    _ = try? withGoals(goals) { tree throws(LayoutError) in
      again = tree.undo(layoutChanges) { name in places[name].map(ViewID.init) }
    }
    return again
  }

  /// The value of a driver for the next layout pass; nil if the layout does not depend on the
  /// driver.
  func value(of driver: LayoutDriver) -> Double? { tree.value(of: driver) }

  /// Sets the value of a driver.
  mutating func set(_ driver: LayoutDriver, to value: Double) {
    // If an action has removed the constraint, there is no constant to set; ignore the error.
    try? tree.set(driver, to: value)
  }

  /// The linear piece around the present values of drivers; nil if a driver no longer exists.
  mutating func piece(
    of moves: [(driver: LayoutDriver, isRising: Bool)], listing views: [ViewID]
  ) -> LayoutPiece? {
    try? tree.piece(of: moves, listing: views)
  }

  /// The nearest position on the pixel grid.
  func onGrid(_ place: Double) -> Double { tree.onGrid(place) }

  /// A scroll offset on the pixel grid.
  func onGrid(_ offset: Vector) -> Vector {
    Vector(dx: tree.onGrid(offset.dx), dy: tree.onGrid(offset.dy))
  }

  /// Sets the scroll offset of a view, if no constraint depends on that offset.
  mutating func setScrollOffset(_ offset: Vector, of view: Int) {
    try? tree.setScrollOffset(offset, of: ViewID(index: view))
  }

  /// Sets the insets of a scroll view.
  mutating func setContentInset(_ inset: EdgeInsets, of view: Int) {
    var traits = scrolling[view] ?? ScrollTraits()
    traits.inset = inset
    scrolling[view] = traits
  }

  /// Sets the size of a text that a renderer with fonts has measured.
  mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double?, lastBaseline: Double?,
    of question: TextQuestion
  ) throws(EngineError) {
    let isLaidOut = !tree.needsLayout
    do throws(LayoutError) {
      try tree.setMeasuredSize(
        width: width, height: height, firstBaseline: firstBaseline, lastBaseline: lastBaseline,
        of: question)
    } catch {
      throw .layout(error)
    }
    if isLaidOut { waitsForMeasuredOnly = tree.needsLayout }
    descriptionRevision += 1
  }

  /// Lowers the limit on the solver's work in a layout pass.
  mutating func limitWork(to limit: Int) { tree.workLimit = min(tree.workLimit, limit) }

  /// Continues the description revision of another scene.
  mutating func continueRevisions(of other: LayoutStage) {
    descriptionRevision = other.descriptionRevision + 1
  }

  // MARK: Passes

  /// Takes over rehearsed layout passes if they fit this layout; nil drops the remaining ones.
  mutating func rehearse(_ rehearsal: LayoutRehearsal?) {
    rehearsed = rehearsal.map { fits($0) ? $0.passes : [] } ?? []
  }

  /// Whether rehearsed layout passes fit this layout.
  func fits(_ rehearsal: LayoutRehearsal) -> Bool {
    !tree.needsLayout && tree.statistics == rehearsal.start
  }

  /// Runs a layout pass if one is due; returns whether a pass was run or taken over.
  mutating func pass() -> Bool {
    waitsForMeasuredOnly = false
    if tree.needsLayout, let pass = rehearsed.first, pass.start == tree.statistics {
      rehearsed.removeFirst()
      (tree, report) = (pass.layout, pass.report)
      return true
    }
    guard let report = tree.layoutIfNeeded() else { return false }
    self.report = report
    return true
  }

  /// Runs the first layout pass, or takes over `earlier`, the report of a pass that was run ahead
  /// of time. Returns whether a pass was run or taken over.
  mutating func passFirst(or earlier: LayoutReport?) -> Bool {
    if pass() { return true }
    guard let earlier else { return false }
    report = earlier
    return true
  }
}
