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
/// ancestor of the constraint's items, before a multiplier applies: `0.5 × parent.centerX` is a
/// quarter of the parent's width wherever the parent stands. A constraint on one view alone
/// measures in its parent's coordinates. What is in a scroll view is laid out as if it were not
/// scrolled; only a constraint between inside and outside regards the scroll offset.
///
/// **Undetermined**: an edge that no constraint speaks of lies at the parent's origin, and an
/// extent that none speaks of is 0. No extent is negative, whatever constraints say.
public struct LayoutTree: Sendable {
  /// The most views, the screen included.
  public static let viewLimit = 10_000
  /// The most guides.
  public static let guideLimit = 10_000

  struct View: Sendable {
    var name: String
    var parent: ViewID
    var depth: Int
    var edges: Edges
    var children: [ViewID] = []
    var properties = SizeClassTable(ViewProperties())
    /// The properties for the present size classes.
    var current = ViewProperties()
    /// The scroll view whose content the view is in, if any.
    var space: ViewID?
    var scroll: Scroll?
    var metrics = Metrics()
    /// The size of the text, and what it was measured for.
    var measure: TextMeasure?
    /// Identifiers of the constraints that follow from the properties.
    var generated: [String] = []
  }

  /// The unknowns of a rectangle.
  struct Edges: Sendable {
    var left: Variable
    var top: Variable
    var width: Variable
    var height: Variable
  }

  /// What a scroll view has besides a frame.
  struct Scroll: Sendable {
    var contentWidth: Variable
    var contentHeight: Variable
    var offset = Vector.zero
    /// Unknowns with the offset's values, made when a constraint first needs them.
    var offsetVariables: (x: Variable, y: Variable)?
    var offsetTies: [ConstraintID] = []
  }

  struct Guide: Sendable {
    var name: String
    var owner: ViewID
    var edges: Edges
  }

  /// Numbers of a view that stand in equations as constants.
  struct Metrics: Hashable, Sendable {
    var safeArea = EdgeInsets.zero
    var margins = EdgeInsets.zero
    var firstBaseline = 0.0
    var lastBaseline = 0.0
    var textHeight = 0.0
  }

  struct TextMeasure: Sendable {
    var text: TextContent
    var width: Double?
    var category: ContentSizeCategory
    var size: TextSize
  }

  /// How much work the tree has done.
  public struct Statistics: Hashable, Sendable {
    /// Layout passes: calls of ``LayoutTree/layoutIfNeeded()`` that had something to do.
    public var passes = 0
    /// Solves of the constraint system.
    public var solves = 0
    /// The work of these, ``SolverStatistics/work``.
    public var work = 0
    /// Changes of constants, activity, properties and scroll offsets; some need no pass.
    public var edits = 0
  }

  var views: [View] = []
  var guides: [Guide] = []
  /// The names of all views and guides.
  private var names: Set<String> = []
  var environment: LayoutEnvironment
  var constraints = ConstraintTable()
  @usableFromInline var marks = LayoutMarks()
  /// Sizes of texts that were measured, which go before the estimate.
  var measuredTexts = MeasuredTexts()
  var solver: Solver
  var screenEquations: ScreenEquations
  var extentBounds: ExtentBounds
  /// The rules that give way while driven constants move.
  var precedence = RulePrecedence()
  /// The view whose safe area and margins stay what they are while its fitting size is looked for.
  var fittedView: ViewID?

  /// The largest work of the solver in a pass, ``Solver/solve(workLimit:)``, for scenes of clients
  /// that are not trusted. Beyond it the pass uses the solution that was found so far.
  public var workLimit = Int.max
  /// Edges of each view in the coordinates of the screen, as of the last pass; of what scrolls, at
  /// a scroll offset of zero.
  public internal(set) var frames: [Rect] = []
  /// Passes and solves so far.
  public internal(set) var statistics = Statistics()

  /// A tree of the screen alone.
  ///
  /// `scale` is in pixels per point; one that is not above 0 and finite counts as 1.
  public init(screen: Size, scale: Double = 1) throws(LayoutError) {
    environment = try LayoutEnvironment(size: screen, scale: scale)
    names = ["screen"]
    var solver = Solver()
    var bounds = ExtentBounds()
    let root = bounds.makeEdges(home: nil, named: "screen", in: &solver)
    screenEquations = try ScreenEquations(root, size: screen, in: &solver)
    self.solver = solver
    extentBounds = bounds
    append(View(name: "screen", parent: .root, depth: 0, edges: root))
  }

  /// The number of views, the screen included.
  public var viewCount: Int { views.count }

  /// Whether the next ``layoutIfNeeded()`` has something to do.
  @inlinable public var needsLayout: Bool { marks.needsPass }

  /// How many constraints there are, without those that follow from properties. O(1).
  public var constraintCount: Int { constraints.programCount }

  /// The views in a view, from back to front.
  public func children(of view: ViewID) -> [ViewID] {
    views.indices.contains(view.index) ? views[view.index].children : []
  }

  /// The view that a view is in; nil for the screen.
  public func parent(of view: ViewID) -> ViewID? {
    view != .root && views.indices.contains(view.index) ? views[view.index].parent : nil
  }

  /// The name of a view, as reports show it.
  public func name(of view: ViewID) -> String {
    views.indices.contains(view.index) ? views[view.index].name : "?"
  }

  /// Views, and the guides that were made, by name; what is made for the keyboard is not there.
  /// O(views + guides).
  public var items: [String: LayoutItem] {
    var items: [String: LayoutItem] = [:]
    for index in views.indices { items[views[index].name] = .view(ViewID(index: index)) }
    for index in guides.indices where index != screenEquations.keyboardGuide?.index {
      items[guides[index].name] = .guide(GuideID(index: index))
    }
    return items
  }

  /// The name of a guide, as reports show it.
  public func name(of guide: GuideID) -> String {
    guides.indices.contains(guide.index) ? guides[guide.index].name : "?"
  }

  /// Adds a view in front of its siblings.
  ///
  /// - Parameters:
  ///   - name: what reports call it, unique among views and guides; "view" and a number by default.
  ///   - scrolls: whether it shows a content that may be larger than it is.
  public mutating func addView(
    in parent: ViewID, name: String? = nil, scrolls: Bool = false
  ) throws(LayoutError) -> ViewID {
    guard views.indices.contains(parent.index) else { throw .unknownView(parent) }
    guard views.count < Self.viewLimit else { throw .tooManyViews(limit: Self.viewLimit) }
    let name = try uniqueName(name, or: "view\(views.count)")
    let (edges, depth) = (views[parent.index].edges, views[parent.index].depth + 1)
    var view = View(
      name: name, parent: parent, depth: depth,
      edges: extentBounds.makeEdges(home: edges, named: name, in: &solver))
    view.space = views[parent.index].scroll == nil ? views[parent.index].space : parent
    if scrolls {
      view.scroll = Scroll(
        contentWidth: extentBounds.makeExtent("\(name).content.width >= 0", in: &solver),
        contentHeight: extentBounds.makeExtent("\(name).content.height >= 0", in: &solver))
    }
    views[parent.index].children.append(ViewID(index: views.count))
    return append(view)
  }

  /// Adds a guide to a view.
  public mutating func addGuide(
    in owner: ViewID, name: String? = nil
  ) throws(LayoutError) -> GuideID {
    guard views.indices.contains(owner.index) else { throw .unknownView(owner) }
    guard guides.count < Self.guideLimit else { throw .tooManyGuides(limit: Self.guideLimit) }
    let name = try uniqueName(name, or: "guide\(guides.count)")
    let edges = extentBounds.makeEdges(home: views[owner.index].edges, named: name, in: &solver)
    guides.append(Guide(name: name, owner: owner, edges: edges))
    marks.markPass()
    return GuideID(index: guides.count - 1)
  }

  /// A name that no other view or guide has: constraints that follow from properties contain it.
  private mutating func uniqueName(
    _ name: String?, or usual: String
  ) throws(LayoutError) -> String {
    if let name {
      guard names.insert(name).inserted else { throw .duplicateName(name) }
      return name
    }
    var made = usual
    while !names.insert(made).inserted { made += "'" }
    return made
  }

  @discardableResult
  private mutating func append(_ view: View) -> ViewID {
    let id = ViewID(index: views.count)
    views.append(view)
    frames.append(.zero)
    views[id.index].metrics = metrics(of: id)
    marks.markPass()
    return id
  }
}
