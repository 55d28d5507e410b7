import SnapbackConstraints

/// How frames move with the constant of a constraint, as far as they do so linearly.
public struct LayoutSlopes: Sendable {
  /// How far the edges of a view go for each point of the constant.
  public struct Rate: Hashable, Sendable {
    /// The view.
    public var view: ViewID
    /// Its left edge.
    public var left: Double
    /// Its top edge.
    public var top: Double
    /// Its right edge.
    public var right: Double
    /// Its bottom edge.
    public var bottom: Double
  }

  /// The views that move, in the order of the tree.
  public let rates: [Rate]
  private let piece: LinearPiece

  fileprivate init(rates: [Rate], piece: LinearPiece) {
    self.rates = rates
    self.piece = piece
  }

  /// Whether the rates hold while the constant changes so much. O(constraints that move).
  public func hold(for change: Double) -> Bool { piece.share(of: [-change]) == 1 }
}

extension LayoutTree {
  /// How frames move with the constant of a constraint from where the last pass put them; at a
  /// kink, in the direction of a constant that rises or falls.
  ///
  /// Heights of text, safe areas and margins are taken for constant. What has been changed since
  /// the last pass is solved first. Θ(views) and what the constant moves; allocates.
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
    let moving = views.indices.compactMap { index -> LayoutSlopes.Rate? in
      let edges = views[index].edges
      let (left, width) = (rates[edges.left] ?? 0, rates[edges.width] ?? 0)
      let (top, height) = (rates[edges.top] ?? 0, rates[edges.height] ?? 0)
      guard left != 0 || width != 0 || top != 0 || height != 0 else { return nil }
      return LayoutSlopes.Rate(
        view: ViewID(index: index), left: left, top: top, right: left + width,
        bottom: top + height)
    }
    return LayoutSlopes(rates: moving, piece: piece)
  }
}
