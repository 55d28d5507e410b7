import SnapbackConstraints

/// How frames move with the constant of a constraint, as far as they do so linearly.
public struct LayoutSlopes: Sendable {
  /// How far the edges of a view go for each point of the constant.
  public struct Rate: Hashable, Sendable {
    /// The view.
    public var view: ViewID
    /// The rate of its left edge.
    public var left: Double
    /// The rate of its top edge.
    public var top: Double
    /// The rate of its right edge.
    public var right: Double
    /// The rate of its bottom edge.
    public var bottom: Double
  }

  /// The views that move, in the order of the tree.
  public let rates: [Rate]
  private let piece: LinearPiece

  fileprivate init(rates: [Rate], piece: LinearPiece) {
    self.rates = rates
    self.piece = piece
  }

  /// Whether the rates hold for the whole of a change of the constant. O(constraints that move).
  public func hold(for change: Double) -> Bool { piece.share(of: -change) == 1 }
}

extension LayoutTree {
  /// Returns the rates at which the frames of the last pass change with the constant of a
  /// constraint. At a kink, `isRising` selects the side.
  ///
  /// Heights of text, safe areas and margins count as constant. Changes since the last pass are
  /// solved first. Θ(views) and what the constant moves; allocates.
  public mutating func slopes(
    of identifier: String, isRising: Bool
  ) throws(LayoutError) -> LayoutSlopes {
    guard let entry = indexes[identifier].flatMap({ entries[$0] }) else {
      throw .unknownConstraint(identifier)
    }
    let piece: LinearPiece
    do throws(ConstraintError) {
      // The constant is on the right side of its rule, and the solver's on the left.
      piece = try solver.linearPiece(of: [(entry.handle, !isRising)])
    } catch {
      throw .number(identifier, error)
    }
    var rates: [Variable: Double] = [:]
    for rate in piece.rates[0] { rates[rate.variable] = -rate.rate }
    // A rate this small is the rounding of larger ones that cancel.
    func sum(_ first: Variable, _ second: Variable? = nil) -> Double {
      let rate = (rates[first] ?? 0) + (second.flatMap { rates[$0] } ?? 0)
      return rate.magnitude <= 1e-9 ? 0 : rate
    }
    let moving = views.indices.compactMap { index -> LayoutSlopes.Rate? in
      let edges = views[index].edges
      let rate = LayoutSlopes.Rate(
        view: ViewID(index: index), left: sum(edges.left), top: sum(edges.top),
        right: sum(edges.left, edges.width), bottom: sum(edges.top, edges.height))
      let moves = rate.left != 0 || rate.top != 0 || rate.right != 0 || rate.bottom != 0
      return moves ? rate : nil
    }
    return LayoutSlopes(rates: moving, piece: piece)
  }
}
