public import SnapbackBasics
import SnapbackConstraints

/// The rectangles ("frames") of all views as a linear function of some drivers, within a range of
/// the drivers' values. A driver is a constant or scroll offset that a gesture or an animation
/// changes.
///
/// Within the range, frame = base + Σ rateᵢ · (valueᵢ − originᵢ). Frames are not rounded to the
/// pixel grid.
public final class LayoutPiece: Sendable {
  /// The change of each edge of a view, per unit of a driver or per second.
  public struct EdgeRates: Hashable, Sendable {
    /// The rate of the left edge.
    public var left = 0.0
    /// The rate of the top edge.
    public var top = 0.0
    /// The rate of the right edge.
    public var right = 0.0
    /// The rate of the bottom edge.
    public var bottom = 0.0

    /// All rates zero.
    public static let zero = EdgeRates()

    /// Adds the rates `other`, multiplied by `factor`.
    public mutating func add(_ other: EdgeRates, times factor: Double) {
      left += factor * other.left
      top += factor * other.top
      right += factor * other.right
      bottom += factor * other.bottom
    }
  }

  /// The drivers. Lists of driver values use this order.
  public let drivers: [LayoutDriver]
  /// The driver values for which ``frame(of:)`` returns the frames.
  public let origin: [Double]
  /// The listed views, in tree order: those that move with a driver, and those that the caller
  /// requested.
  public let views: [ViewID]
  /// The overflows of all scroll views, in tree order.
  public let overflows: [Overflow]
  private let frames: [Rect]
  /// The rates of each listed view for each driver.
  private let rates: [EdgeRates]
  /// The index of each view of the tree in ``views``; −1 for views that are not listed.
  private let places: [Int]
  private let limits: LinearPiece
  /// The limits within which margins and safe areas do not change. If nil, the rates hold only at
  /// ``origin``: with any change of the drivers, a margin or safe area changes, or a text may wrap
  /// differently.
  private let metricLimits: [MetricLimit]?

  /// The condition Σ rates · changes ≤ `room`, where the changes are those of the drivers.
  fileprivate struct MetricLimit: Sendable {
    var rates: [Double]
    var room: Double

    func holds(from origin: [Double], to values: [Double]) -> Bool {
      var change = 0.0
      for index in rates.indices { change += rates[index] * (values[index] - origin[index]) }
      return change <= room + 1e-9
    }
  }

  fileprivate init(
    of tree: LayoutTree, drivers: [LayoutDriver], origin: [Double], rates all: [[EdgeRates]],
    listing more: [ViewID], overflows: [Overflow], limits: LinearPiece,
    metricLimits: [MetricLimit]?
  ) {
    self.drivers = drivers
    self.overflows = overflows
    self.origin = origin
    self.limits = limits
    self.metricLimits = metricLimits
    var places = Array(repeating: -1, count: all.count)
    var (views, frames, rates): ([ViewID], [Rect], [EdgeRates]) = ([], [], [])
    var isListed = all.map { $0.contains { $0 != .zero } }
    for view in more { isListed[view.index] = true }
    for index in all.indices where isListed[index] {
      places[index] = views.count
      let view = ViewID(index: index)
      views.append(view)
      frames.append(tree.unroundedFrame(of: view))
      rates += all[index]
    }
    (self.places, self.views, self.frames, self.rates) = (places, views, frames, rates)
  }

  /// Whether the rates hold only at ``origin``.
  public var isPoint: Bool { metricLimits == nil }

  /// Whether a view is listed. O(1).
  public func moves(_ view: ViewID) -> Bool {
    places.indices.contains(view.index) && places[view.index] >= 0
  }

  /// The index of a view in ``views``; nil for a view that is not listed. O(1).
  public func index(of view: ViewID) -> Int? {
    let place = places[view.index]
    return place < 0 ? nil : place
  }

  /// The exact frame of a view at ``origin``; nil for a view that is not listed. O(1).
  public func frame(of view: ViewID) -> Rect? { index(of: view).map { frames[$0] } }

  /// The rates of a view's edges for a driver; zero for a view that is not listed. O(1).
  public func rates(of view: ViewID, by driver: Int) -> EdgeRates {
    let place = places[view.index]
    return place < 0 ? .zero : rates[place * drivers.count + driver]
  }

  /// Whether the rates hold between ``origin`` and the given driver values. O(limits × drivers), no
  /// allocation.
  public func holds(at values: [Double]) -> Bool {
    guard let metricLimits else { return origin == values }
    // A driver's value is on the right side of its constraint and the solver's constant on the
    // left, so their changes have opposite signs.
    return limits.holds(from: values, to: origin)
      && metricLimits.allSatisfy { $0.holds(from: origin, to: values) }
  }
}

/// The drivers of a layout, and the linear piece around their current values.
extension LayoutTree {
  /// The current value of a driver. Nil if nothing depends on the driver: the constraint does not
  /// exist, or no constraint depends on the scroll offset.
  public func value(of driver: LayoutDriver) -> Double? {
    switch driver {
    case .constant(let identifier): constraint(identifier)?.constant
    case .scrollX(let view): tiesScrollOffset(of: view) ? scrollOffset(of: view).dx : nil
    case .scrollY(let view): tiesScrollOffset(of: view) ? scrollOffset(of: view).dy : nil
    }
  }

  /// Sets the value of a driver for the next pass. A scroll offset is not rounded.
  public mutating func set(_ driver: LayoutDriver, to value: Double) throws(LayoutError) {
    switch driver {
    case .constant(let identifier):
      try moveConstant(value, of: identifier)
    case .scrollX(let view):
      try setExactOffset(Vector(dx: value, dy: scrollOffset(of: view).dy), of: view)
    case .scrollY(let view):
      try setExactOffset(Vector(dx: scrollOffset(of: view).dx, dy: value), of: view)
    }
  }

  /// Returns the linear piece around the current values of some drivers. If the rates differ on the
  /// two sides of these values, returns those in the directions given by `isRising`.
  ///
  /// Solves pending changes first, without a layout pass. Θ(views × drivers + constraints), plus
  /// the variables that the drivers move; allocates.
  ///
  /// - Parameter listed: views to list even if they do not move.
  public mutating func piece(
    of moves: [(driver: LayoutDriver, isRising: Bool)], listing listed: [ViewID] = []
  ) throws(LayoutError) -> LayoutPiece {
    var ties: [(id: ConstraintID, isRising: Bool)] = []
    for move in moves {
      // A driver's value is on the right side of its constraint and the solver's constant on the
      // left, so their changes have opposite signs.
      ties.append((try tie(of: move.driver), !move.isRising))
    }
    let piece: LinearPiece
    do throws(ConstraintError) {
      piece = try solver.linearPiece(of: ties)
    } catch {
      throw .number("\(moves.first.map { "\($0.driver)" } ?? "")", error)
    }
    let slopes = piece.rates.map(VariableSlopes.init)
    let rates = edgeRates(slopes)
    return LayoutPiece(
      of: self, drivers: moves.map(\.driver), origin: moves.map { value(of: $0.driver) ?? 0 },
      rates: rates, listing: listed, overflows: overflows(slopes, rates), limits: piece,
      metricLimits: metricLimits(rates))
  }

  private func tie(of driver: LayoutDriver) throws(LayoutError) -> ConstraintID {
    func offset(_ view: ViewID, _ axis: Int) throws(LayoutError) -> ConstraintID {
      guard tiesScrollOffset(of: view), let ties = views[view.index].scroll?.offsetTies else {
        throw .notScrolling(name(of: view))
      }
      return ties[axis]
    }
    switch driver {
    case .constant(let identifier):
      guard let handle = constraints.handle(of: identifier) else {
        throw .unknownConstraint(identifier)
      }
      return handle
    case .scrollX(let view): return try offset(view, 0)
    case .scrollY(let view): return try offset(view, 1)
    }
  }

  /// The rates of the edges of each view: indexed by view, then by driver.
  private func edgeRates(_ slopes: [VariableSlopes]) -> [[LayoutPiece.EdgeRates]] {
    var result = views.map { _ in
      Array(repeating: LayoutPiece.EdgeRates.zero, count: slopes.count)
    }
    for (driver, slopes) in slopes.enumerated() {
      for index in views.indices {
        let edges = views[index].edges
        var rates = LayoutPiece.EdgeRates(
          left: slopes.sum(edges.left), top: slopes.sum(edges.top),
          right: slopes.sum(edges.left, edges.width),
          bottom: slopes.sum(edges.top, edges.height))
        switch collapsedAxis(of: ViewID(index: index)) {
        case .vertical: rates.bottom = rates.top
        case .horizontal where traits.direction == .rightToLeft: rates.left = rates.right
        case .horizontal: rates.right = rates.left
        case nil: break
        }
        result[index][driver] = rates
      }
    }
    return result
  }

  /// The limits of driver changes within which no safe area or margin that an equation uses
  /// changes. Nil if one changes immediately, or if a text wraps at a width that changes.
  private func metricLimits(_ rates: [[LayoutPiece.EdgeRates]]) -> [LayoutPiece.MetricLimit]? {
    for index in views.indices {
      guard let text = views[index].current.text, text.wraps else { continue }
      if rates[index].contains(where: { $0.left != $0.right }) { return nil }
    }
    var limits: [LayoutPiece.MetricLimit] = []
    let isNeeded = viewsWithNeededMetrics()
    for index in views.indices.dropFirst() where isNeeded[index] {
      let parent = views[index].parent.index
      guard rates[index] != rates[parent] else { continue }
      let outer = views[parent].metrics
      let distances = distances(of: ViewID(index: index))
      let (inner, around) = (rates[index], rates[parent])
      func limit(
        _ insets: KeyPath<EdgeInsets, Double>, _ edge: KeyPath<LayoutPiece.EdgeRates, Double>,
        _ sign: Double
      ) -> Bool {
        let way = zip(inner, around).map { sign * ($0[keyPath: edge] - $1[keyPath: edge]) }
        guard way.contains(where: { $0 != 0 }) else { return true }
        let distance = distances[keyPath: insets]
        var reach = [max(0, outer.safeArea[keyPath: insets])]
        if views[index].current.preservesParentMargins {
          reach.append(max(0, outer.margins[keyPath: insets]))
        }
        for reach in reach where reach > 0 {
          // At a distance of `reach` or more from the parent's edge, the parent's inset does not
          // affect the view. At 0 or less, the whole inset does.
          if distance >= reach {
            limits.append(
              LayoutPiece.MetricLimit(rates: way.map { -$0 }, room: distance - reach))
          } else if distance <= 0 {
            limits.append(LayoutPiece.MetricLimit(rates: way, room: -distance))
          } else {
            return false
          }
        }
        return true
      }
      guard limit(\.left, \.left, 1), limit(\.top, \.top, 1), limit(\.right, \.right, -1),
        limit(\.bottom, \.bottom, -1)
      else { return nil }
    }
    return limits
  }

  /// For each view, whether an equation uses the safe area or margins of the view or of a
  /// descendant.
  private func viewsWithNeededMetrics() -> [Bool] {
    var isNeeded = Array(repeating: false, count: views.count)
    func note(_ view: ViewID) {
      var view = view
      while view != .root, !isNeeded[view.index] {
        isNeeded[view.index] = true
        view = views[view.index].parent
      }
    }
    for anchor in constraints.entries.lazy.compactMap({ $0 }).flatMap(\.constraint.anchors) {
      switch anchor.item {
      case .margins(let view), .safeArea(let view): note(view)
      case .view(let view) where anchor.attribute.withinMargins != nil: note(view)
      default: break
      }
    }
    return isNeeded
  }
}

/// A value of a layout that a gesture or an animation changes continuously.
public enum LayoutDriver: Hashable, Sendable {
  /// The constant of the constraint with this identifier.
  case constant(String)
  /// The scroll offset of a view along x.
  case scrollX(ViewID)
  /// The scroll offset of a view along y.
  case scrollY(ViewID)
}
