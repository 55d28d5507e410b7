public import SnapbackBasics
import SnapbackConstraints

/// Metrics: values such as margins, safe areas and text heights. They are constants in the
/// equations, although they may depend on the solution.
extension LayoutTree {
  /// The maximum number of solves per pass. The report lists views whose metrics still change in
  /// the last one.
  static let roundLimit = 8
  /// The round from which on text heights may only grow. This prevents an endless alternation
  /// between two widths.
  private static let growingRound = 3

  /// Computes a view's metrics from the last solve and the traits. The metrics of the parent must
  /// be up to date.
  func metrics(of view: ViewID) -> Metrics {
    var metrics = views[view.index].metrics
    if view != fittedView {
      let additional = views[view.index].current.additionalSafeArea
      metrics.safeArea = safeArea(of: view) + additional
      metrics.margins = margins(of: view, safeArea: metrics.safeArea)
    }
    let (first, last) = (
      views[view.index].current.firstBaseline, views[view.index].current.lastBaseline
    )
    metrics.firstBaseline = first ?? 0
    metrics.lastBaseline = last ?? 0
    guard let text = views[view.index].current.text else { return metrics }
    let size = measure(text, of: view).size
    metrics.textHeight = size.height
    if first == nil { metrics.firstBaseline = size.firstBaseline }
    if last == nil { metrics.lastBaseline = size.lastBaseline }
    return metrics
  }

  /// The size of a view's text at the width of the last solve. Returns the cached size if the text
  /// and the width have not changed.
  private func measure(_ text: TextContent, of view: ViewID) -> TextMeasure {
    var width: Double?
    if text.wraps {
      let insets = views[view.index].current.alignmentInsets
      let extent = solver.value(of: views[view.index].edges.width)
      // The margin prevents a line break at the text's own width because of the solver's rounding.
      width = extent - insets.left - insets.right + 1e-6
    }
    let category = traits.contentSize
    if let last = views[view.index].measure, last.text == text, last.category == category,
      last.width == width
    {
      return last
    }
    return TextMeasure(
      text: text, width: width, category: category,
      size: size(of: text, fitting: width, in: category))
  }

  /// The insets of a view's safe area as of the last pass, in points. O(1).
  public func safeAreaInsets(of view: ViewID) -> EdgeInsets {
    views.indices.contains(view.index) ? views[view.index].metrics.safeArea : .zero
  }

  /// The distances from a view's top to its first baseline and from its bottom to its last one, in
  /// points, as of the last pass. O(1).
  public func baselines(of view: ViewID) -> (first: Double, last: Double) {
    guard views.indices.contains(view.index) else { return (0, 0) }
    let metrics = views[view.index].metrics
    return (metrics.firstBaseline, metrics.lastBaseline)
  }

  /// The insets by which a view extends into the area outside its parent's safe area, at most the
  /// parent's insets.
  private func safeArea(of view: ViewID) -> EdgeInsets {
    guard view != .root else { return traits.safeArea }
    let parent = views[view.index].parent
    let outer = views[parent.index].metrics.safeArea
    let distance = distances(of: view)
    func overlap(_ inset: Double, _ distance: Double) -> Double {
      min(max(0, inset - distance), max(0, inset))
    }
    return EdgeInsets(
      left: overlap(outer.left, distance.left), top: overlap(outer.top, distance.top),
      right: overlap(outer.right, distance.right), bottom: overlap(outer.bottom, distance.bottom))
  }

  private func margins(of view: ViewID, safeArea: EdgeInsets) -> EdgeInsets {
    let isRoot = view == .root
    let side = StandardSpacing.rootMargin(sizeClasses.width)
    let usual =
      isRoot
      ? DirectionalInsets(leading: side, trailing: side) : DirectionalInsets(StandardSpacing.margin)
    var margins = (views[view.index].current.margins ?? usual).resolved(traits.direction)
    if views[view.index].current.insetsMarginsFromSafeArea { margins = margins + safeArea }
    guard views[view.index].current.preservesParentMargins, !isRoot else { return margins }
    let outer = views[views[view.index].parent.index].metrics.margins
    let distance = distances(of: view)
    // A view that extends beyond its parent inherits at most the parent's margin.
    func kept(_ inset: Double, _ distance: Double) -> Double { min(inset - distance, inset) }
    return EdgeInsets.max(
      margins,
      EdgeInsets(
        left: kept(outer.left, distance.left), top: kept(outer.top, distance.top),
        right: kept(outer.right, distance.right), bottom: kept(outer.bottom, distance.bottom)))
  }

  /// The distances from the parent's edges inward to the view's edges.
  func distances(of view: ViewID) -> EdgeInsets {
    let inner = exactFrame(of: view)
    let outer = exactFrame(of: views[view.index].parent)
    return EdgeInsets(
      left: inner.left - outer.left, top: inner.top - outer.top,
      right: outer.right - inner.right, bottom: outer.bottom - inner.bottom)
  }

  /// The rectangle of a view as of the last pass, before rounding to the pixel grid.
  public func exactFrame(of view: ViewID) -> Rect {
    guard views.indices.contains(view.index) else { return .zero }
    let edges = views[view.index].edges
    return Rect(
      x: solver.value(of: edges.left), y: solver.value(of: edges.top),
      width: solver.value(of: edges.width), height: solver.value(of: edges.height))
  }

  /// Updates the metrics of all views from the last solve. Returns the views whose metrics changed.
  mutating func settleMetrics(round: Int) -> [ViewID] {
    var changed: [ViewID] = []
    for index in views.indices {
      let view = ViewID(index: index)
      if let text = views[index].current.text { views[index].measure = measure(text, of: view) }
      let before = views[index].metrics
      var after = metrics(of: view)
      if round >= Self.growingRound { after.textHeight = max(after.textHeight, before.textHeight) }
      if after.isClose(to: before) { continue }
      views[index].metrics = after
      if after.textHeight != before.textHeight {
        marks.mark(index, in: views[index].parent.index)
      }
      marks.markEquations()
      changed.append(view)
    }
    return changed
  }
}

extension LayoutTree.Metrics {
  /// Whether all metrics are equal up to rounding.
  fileprivate func isClose(to other: Self) -> Bool {
    // Most metrics never change. The arrays for the comparison with tolerances are allocated.
    if self == other { return true }
    let numbers = zip(all, other.all)
    return numbers.allSatisfy { ($0 - $1).magnitude <= 1e-9 * max(1, $0.magnitude) }
  }

  private var all: [Double] {
    [
      safeArea.left, safeArea.top, safeArea.right, safeArea.bottom, margins.left, margins.top,
      margins.right, margins.bottom, firstBaseline, lastBaseline, textHeight,
    ]
  }
}
