public import SnapbackBasics
import SnapbackConstraints

/// Reads and changes the properties of views, the screen's size and the traits.
extension LayoutTree {
  /// The size of the root, in points.
  public var screenSize: Size { environment.size }
  /// The number of pixels per point. It defines the grid to which frames are rounded.
  public var scale: Double { environment.grid.scale }
  /// The traits that the layout depends on, in addition to the screen's size.
  public var traits: LayoutTraits { environment.traits }

  /// The effective size classes. Along each axis, the traits have precedence over the class of the
  /// screen's size.
  public var sizeClasses: SizeClasses { environment.sizeClasses }

  /// The states of the scene and their present values.
  public var states: StateValues { environment.states }

  /// The size classes and states that now select variations.
  public var context: VariationContext { environment.context }

  /// The properties of a view in the current variation.
  public func properties(of view: ViewID) -> ViewProperties {
    views.indices.contains(view.index) ? views[view.index].current : ViewProperties()
  }

  /// The properties of a view in each variation.
  public func allProperties(of view: ViewID) -> VariationTable<ViewProperties> {
    views.indices.contains(view.index)
      ? views[view.index].properties : VariationTable(ViewProperties())
  }

  /// Whether a view is hidden in the current variation. O(1).
  public func isHidden(_ view: ViewID) -> Bool {
    views.indices.contains(view.index) && views[view.index].current.isHidden
  }

  /// Sets the properties of a view in each variation. The properties take effect in the next pass.
  public mutating func setProperties(
    _ table: VariationTable<ViewProperties>, of view: ViewID
  ) throws(LayoutError) {
    guard views.indices.contains(view.index) else { throw .unknownView(view) }
    if table.isUniform {
      try check(table[context], of: view)
    } else {
      for context in table.contexts(around: context) { try check(table[context], of: view) }
    }
    guard table != views[view.index].properties else { return }
    statistics.edits += 1
    resolve(view, by: table)
  }

  /// Changes the properties of a view in all variations. The change takes effect in the next pass.
  public mutating func update(
    _ view: ViewID, _ change: (inout ViewProperties) -> Void
  ) throws(LayoutError) {
    guard views.indices.contains(view.index) else { throw .unknownView(view) }
    var table = views[view.index].properties
    table.update(change)
    try setProperties(table, of: view)
  }

  /// Shows or hides a view. In a stack, the other views make room for it or fill its room.
  public mutating func setHidden(_ isHidden: Bool, of view: ViewID) throws(LayoutError) {
    try update(view) { $0.isHidden = isHidden }
  }

  /// Sets the size of the screen, in points. The size takes effect in the next pass.
  public mutating func setScreenSize(_ size: Size) throws(LayoutError) {
    let classes = sizeClasses
    guard try environment.setSize(size) else { return }
    screenEquations.setSize(size, in: &solver)
    marks.markPass()
    if sizeClasses != classes { resolveAll() }
  }

  /// Sets the traits. They take effect in the next pass.
  public mutating func setTraits(_ traits: LayoutTraits) throws(LayoutError) {
    guard try environment.setTraits(traits) else { return }
    screenEquations.setKeyboard(environment.keyboardPlacement, in: &solver)
    resolveAll()
  }

  /// Declares the states that variations may depend on; each has its initial value.
  ///
  /// Call this method before views and constraints with variations are added.
  public mutating func declare(_ states: [SceneState]) { environment.declare(states) }

  /// Sets the value of a state. The variations that depend on the state take effect in the next
  /// pass. O(views + constraints).
  public mutating func setState(_ name: String, to value: String) throws(LayoutError) {
    guard let state = try environment.setState(name, to: value) else { return }
    statistics.edits += 1
    for index in views.indices where views[index].properties.depends(on: state) {
      resolve(ViewID(index: index))
    }
    for index in constraints.entries.indices
    where constraints.entries[index]?.variations.depends(on: state) == true {
      applyVariation(at: index)
    }
  }

  /// Sets the scroll offset: the position of the view's top left corner in its content, in points,
  /// rounded to the pixel grid. Requires a pass only if a constraint relates an item inside the
  /// scroll view to one outside.
  public mutating func setScrollOffset(
    _ offset: Vector, of view: ViewID
  ) throws(LayoutError) {
    guard views.indices.contains(view.index) else { throw .unknownView(view) }
    guard views[view.index].scroll != nil else {
      throw .notScrolling(views[view.index].name)
    }
    guard offset.dx.magnitude <= 1e6, offset.dy.magnitude <= 1e6 else {
      throw .insets(views[view.index].name)
    }
    try setExactOffset(Vector(dx: onGrid(offset.dx), dy: onGrid(offset.dy)), of: view)
  }

  /// Sets a scroll offset without rounding. The caller must ensure that the offset is in range.
  mutating func setExactOffset(_ offset: Vector, of view: ViewID) throws(LayoutError) {
    guard views.indices.contains(view.index), let scroll = views[view.index].scroll else {
      throw .notScrolling(name(of: view))
    }
    guard scroll.offset != offset else { return }
    views[view.index].scroll?.offset = offset
    statistics.edits += 1
    guard scroll.offsetTies.count == 2 else { return }
    solver.setOwn(-offset.dx, of: scroll.offsetTies[0])
    solver.setOwn(-offset.dy, of: scroll.offsetTies[1])
    marks.markMove()
  }

  /// The scroll offset of a view; zero if the view does not scroll.
  public func scrollOffset(of view: ViewID) -> Vector {
    views.indices.contains(view.index) ? views[view.index].scroll?.offset ?? .zero : .zero
  }

  /// Whether a constraint relates an item inside the scroll view to one outside. Scrolling then
  /// requires a pass.
  public func tiesScrollOffset(of view: ViewID) -> Bool {
    guard views.indices.contains(view.index), let scroll = views[view.index].scroll
    else { return false }
    return scroll.offsetTies.count == 2
  }

  /// The size of a scroll view's content, in points, as of the last pass; nil for other views.
  public func contentSize(of view: ViewID) -> Size? {
    guard views.indices.contains(view.index), let scroll = views[view.index].scroll else {
      return nil
    }
    return Size(
      width: solver.value(of: scroll.contentWidth), height: solver.value(of: scroll.contentHeight))
  }

  private func check(_ properties: ViewProperties, of view: ViewID) throws(LayoutError) {
    let margins = properties.margins?.resolved(.leftToRight) ?? .zero
    let numbers = [
      properties.intrinsicSize.horizontal ?? 0, properties.intrinsicSize.vertical ?? 0,
      properties.firstBaseline ?? 0, properties.lastBaseline ?? 0,
    ]
    guard properties.alignmentInsets.isFinite, margins.isFinite,
      properties.additionalSafeArea.isFinite, numbers.allSatisfy({ $0.magnitude <= 1e6 })
    else { throw .insets(name(of: view)) }
    var seen: Set<ViewID> = []
    for arranged in properties.stack?.arranged ?? []
    where !views.indices.contains(arranged.index) || views[arranged.index].parent != view
      || arranged == .root || !seen.insert(arranged).inserted
    {
      throw .notAChild(name(of: arranged), of: name(of: view))
    }
  }

  private mutating func resolveAll() {
    for index in views.indices { resolve(ViewID(index: index)) }
    for index in constraints.entries.indices { applyVariation(at: index) }
    marks.markEquations()
    marks.markPass()
  }

  /// Selects the properties of a view for the current size classes and states, from `table` if it
  /// replaces the view's table. Marks constraints that depend on the properties.
  private mutating func resolve(_ view: ViewID, by table: VariationTable<ViewProperties>? = nil) {
    let old = views[view.index].current
    if let table { views[view.index].properties = table }
    views[view.index].variation = views[view.index].properties.index(environment.context)
    let current = views[view.index].current
    let isSame = current == old
    if current.text?.wraps != old.text?.wraps { marks.markOrders() }
    let metrics = metrics(of: view)
    if metrics != views[view.index].metrics {
      views[view.index].metrics = metrics
      marks.markEquations()
    }
    if isSame, views[view.index].generated.isEmpty { return }
    // A stack's constraints depend on the content of its views and on which views are hidden.
    if isSame {
      marks.mark(view.index)
    } else {
      marks.mark(view.index, in: views[view.index].parent.index)
    }
    marks.markEquations()
    marks.markPass()
  }
}
