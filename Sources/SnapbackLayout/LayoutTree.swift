public import SnapbackBasics
import SnapbackConstraints

/// Views, the constraints between them, and the resulting frames: the rectangles of the views.
///
/// A change only marks the tree; ``layoutIfNeeded()`` solves, and does nothing unless the tree is
/// marked. Frames are in screen coordinates, so the common edge of two neighbors is the same
/// number, even if their parents differ. Frames are rounded to the pixel grid once, at the end of a
/// pass.
///
/// **Positions** (left, top, centerX, …) are measured in the coordinates of the nearest common
/// ancestor of the constraint's items, before a multiplier applies. So `0.5 × parent.centerX` is a
/// quarter of the parent's width, independent of the parent's position. A constraint on a single
/// view uses the coordinates of the view's parent. Views inside a scroll view are laid out for a
/// scroll offset of zero; only a constraint between an item inside and one outside takes the offset
/// into account.
///
/// **Defaults**: a position without constraints is that of the parent's origin, and a size without
/// constraints is 0. A size is never negative, even if constraints contradict this.
public struct LayoutTree: Sendable {
  /// The maximum number of views, including the screen.
  public static let viewLimit = 10_000
  /// The maximum number of guides.
  public static let guideLimit = 10_000

  struct View: Sendable {
    var name: String
    var parent: ViewID
    var depth: Int
    var edges: Edges
    var children: [ViewID] = []
    var properties = View.plain
    /// The index of the current variation in the properties.
    var variation = 0
    /// The scroll view whose content contains the view; nil outside scroll views.
    var space: ViewID?
    var scroll: Scroll?
    var metrics = Metrics()
    /// The size of the text, with the inputs of the measurement.
    var measure: TextMeasure?
    /// The identifiers of the constraints that are generated from the properties.
    var generated: [String] = []

    /// The properties of a plain view, shared by all of them.
    private static let plain = VariationTable(ViewProperties())

    /// The properties in the current variation.
    var current: ViewProperties { _read { yield properties[variation] } }
  }

  /// The variables of a rectangle.
  struct Edges: Sendable {
    var left: Variable
    var top: Variable
    var width: Variable
    var height: Variable
  }

  /// The additional state of a scroll view.
  struct Scroll: Sendable {
    var contentWidth: Variable
    var contentHeight: Variable
    var offset = Vector.zero
    /// The solver's variables for the offset; created when a constraint first needs them.
    var offsetVariables: (x: Variable, y: Variable)?
    var offsetTies: [ConstraintID] = []
  }

  struct Guide: Sendable {
    var name: String
    var owner: ViewID
    var edges: Edges
  }

  /// The metrics of a view that equations use as constants.
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

  /// Counters of the work that the tree has done.
  public struct Statistics: Hashable, Sendable {
    /// Layout passes: calls of ``LayoutTree/layoutIfNeeded()`` that had work to do.
    public var passes = 0
    /// Solves of the constraint system.
    public var solves = 0
    /// The work of the solves, as in ``SolverStatistics/work``.
    public var work = 0
    /// Changes of constants, activity, properties and scroll offsets, including those that need no
    /// pass.
    public var edits = 0
  }

  var views: [View] = []
  var guides: [Guide] = []
  /// The names of all views and guides.
  private var names: Set<String> = []
  var environment: LayoutEnvironment
  var constraints = ConstraintTable()
  @usableFromInline var marks = LayoutMarks()
  /// Measured text sizes, which take precedence over estimates.
  var measuredTexts = MeasuredTexts()
  var solver: Solver
  var screenEquations: ScreenEquations
  var extentBounds: ExtentBounds
  /// The constraints that yield while only drivers (``LayoutDriver``) move.
  var precedence = RulePrecedence()
  /// The view whose fitting size is being computed; its safe area and margins stay fixed.
  var fittedView: ViewID?

  /// The maximum solver work per pass, as in ``Solver/solve(workLimit:)``. It limits the cost of
  /// scenes from untrusted clients. If a pass exceeds the limit, it uses the best solution found so
  /// far.
  public var workLimit = Int.max
  /// The numbers that rules may name when the layout changes. The tree does not use them itself.
  public var metrics: [String: Double] = [:]
  /// The rectangle of each view in screen coordinates as of the last pass. Inside scroll views,
  /// rectangles are those for a scroll offset of zero.
  public internal(set) var frames: [Rect] = []
  /// The counts of passes, solves and edits so far.
  public internal(set) var statistics = Statistics()

  /// Makes a tree that contains only the screen.
  ///
  /// `scale` is in pixels per point. A scale that is not positive and finite is replaced by 1.
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

  /// The number of views, including the screen.
  public var viewCount: Int { views.count }

  /// Whether the next ``layoutIfNeeded()`` has work to do.
  @inlinable public var needsLayout: Bool { marks.needsPass }

  /// The number of constraints, without generated ones. O(1).
  public var constraintCount: Int { constraints.programCount }

  /// The children of a view, from back to front.
  public func children(of view: ViewID) -> [ViewID] {
    views.indices.contains(view.index) ? views[view.index].children : []
  }

  /// The parent of a view; nil for the screen.
  public func parent(of view: ViewID) -> ViewID? {
    view != .root && views.indices.contains(view.index) ? views[view.index].parent : nil
  }

  /// The name of a view in reports.
  public func name(of view: ViewID) -> String {
    views.indices.contains(view.index) ? views[view.index].name : "?"
  }

  /// The views and guides by name, without the keyboard's guide. O(views + guides).
  public var items: [String: LayoutItem] {
    var items: [String: LayoutItem] = [:]
    for index in views.indices { items[views[index].name] = .view(ViewID(index: index)) }
    for index in guides.indices where index != screenEquations.keyboardGuide?.index {
      items[guides[index].name] = .guide(GuideID(index: index))
    }
    return items
  }

  /// The name of a guide in reports.
  public func name(of guide: GuideID) -> String {
    guides.indices.contains(guide.index) ? guides[guide.index].name : "?"
  }

  /// Adds a view in front of its siblings.
  ///
  /// - Parameters:
  ///   - name: the name in reports, unique among views and guides; "view" and a number by default.
  ///   - scrolls: whether the view scrolls its content, which may be larger than the view.
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
        contentWidth: extentBounds.makeExtent(.contentWidth, of: name, in: &solver),
        contentHeight: extentBounds.makeExtent(.contentHeight, of: name, in: &solver))
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
    marks.markOrders()
    marks.markPass()
    return GuideID(index: guides.count - 1)
  }

  /// Reserves a name that no other view or guide has. The name must be unique because identifiers
  /// of generated constraints contain it.
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
    marks.markOrders()
    marks.markPass()
    return id
  }
}
