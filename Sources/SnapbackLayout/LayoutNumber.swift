import SnapbackConstraints

/// A length that depends on the layout, such as `screen.height - sheetHeader.height`: a sum of
/// multiples of anchors and of the standard spacing, and a number of points.
public struct LayoutNumber: Hashable, Sendable {
  /// The anchors with their multipliers. Positions among them lie along one axis.
  public let terms: [LayoutConstraint.Term]
  /// The number, in points.
  public let constant: Double
  /// The number of standard spacings that are added.
  public let standardSpacings: Double

  /// Whether the number is the same in every layout.
  public var isConstant: Bool { terms.isEmpty && standardSpacings == 0 }

  /// Makes a number that is the same in every layout.
  public init(_ constant: Double) {
    (terms, self.constant, standardSpacings) = ([], constant, 0)
  }

  /// Parses a sum in the syntax of the right side of a ``ConstraintExpression``. `item` looks up
  /// the names of views and guides; `knownNames` is evaluated only for a hint.
  ///
  /// Throws the first fault, with its column.
  public init(
    parsing text: String, metrics: [String: Double] = [:],
    knownNames: @autoclosure () -> [String] = [], item: (String) -> LayoutItem?
  ) throws(ConstraintExpressionError) {
    do throws(ConstraintExpressionFault) {
      var parser = try ConstraintExpressionParser(text, metrics: metrics)
      let sum = try parser.parseSum()
      try sum.checkPositions()
      terms = try sum.resolvedTerms(in: item)
      (constant, standardSpacings) = (sum.constant, sum.standardSpacings)
    } catch {
      throw ConstraintExpressionError(error.hinted(in: knownNames()), in: text)
    }
  }
}

extension ConstraintExpression.Sum {
  /// Throws unless all positions lie along one axis and are measured in one direction.
  fileprivate func checkPositions() throws(ConstraintExpressionFault) {
    let positions = terms.map(\.name).filter { $0.attribute.positionAxis != nil }
    guard let first = positions.first else { return }
    for name in positions {
      let names = "\(first.attribute.rawValue) and \(name.attribute.rawValue)"
      guard name.attribute.positionAxis == first.attribute.positionAxis else {
        throw ConstraintExpressionFault(
          "\(names) are positions along different axes", at: name.column)
      }
      guard !(name.attribute.isDirectional && positions.contains { $0.attribute.isAbsolute })
      else {
        throw ConstraintExpressionFault(
          "\(name.attribute.rawValue) cannot be mixed with left or right", at: name.column,
          hint: "use leading and trailing, or left and right")
      }
    }
  }
}

extension LayoutTree {
  /// The value of a number in the last layout pass, in points, before rounding to the pixel grid.
  /// Positions are measured as in a constraint between the anchors of the number.
  ///
  /// Throws if ``prepare(_:)`` does. O(terms × depth).
  public func value(of number: LayoutNumber) throws(LayoutError) -> Double {
    let expression = try expression(of: number)
    return expression.terms.reduce(expression.constant) {
      $0 + $1.coefficient * solver.value(of: $1.variable)
    }
  }

  /// Makes the guides that a number refers to.
  ///
  /// Throws if an item is not in the tree, if a view without scrolling has no content, or if the
  /// number measures from inside a scroll view to outside.
  public mutating func prepare(_ number: LayoutNumber) throws(LayoutError) {
    if number.terms.contains(where: { $0.anchor.item == .keyboard }) { try makeKeyboardGuide() }
    _ = try expression(of: number)
  }
}
