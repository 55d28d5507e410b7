extension LinearConvertible {
  /// The sum of two expressions. O(number of terms).
  public static func + (left: Self, right: some LinearConvertible) -> LinearExpression {
    var sum = left.linearExpression
    let addend = right.linearExpression
    sum.terms.append(contentsOf: addend.terms)
    sum.constant += addend.constant
    return sum
  }

  /// The difference of two expressions. O(number of terms).
  public static func - (left: Self, right: some LinearConvertible) -> LinearExpression {
    left.linearExpression + right * -1
  }

  /// The expression with every coefficient and the constant negated. O(number of terms).
  public static prefix func - (operand: Self) -> LinearExpression {
    operand * -1
  }

  /// The expression with `right` added to its constant.
  public static func + (left: Self, right: Double) -> LinearExpression {
    var sum = left.linearExpression
    sum.constant += right
    return sum
  }

  /// The expression with `left` added to its constant.
  public static func + (left: Double, right: Self) -> LinearExpression {
    right + left
  }

  /// The expression with `right` subtracted from its constant.
  public static func - (left: Self, right: Double) -> LinearExpression {
    left + -right
  }

  /// The constant `left` minus an expression.
  public static func - (left: Double, right: Self) -> LinearExpression {
    right * -1 + left
  }

  /// The expression with every coefficient and the constant multiplied by `right`.
  public static func * (left: Self, right: Double) -> LinearExpression {
    var product = left.linearExpression
    for index in product.terms.indices {
      product.terms[index].coefficient *= right
    }
    product.constant *= right
    return product
  }

  /// The expression with every coefficient and the constant multiplied by `left`.
  public static func * (left: Double, right: Self) -> LinearExpression {
    right * left
  }

  /// The expression with every coefficient and the constant divided by `right`.
  ///
  /// Division by zero gives coefficients that are not finite;
  /// ``Solver/add(_:_:priority:isActive:isProtected:)`` refuses them with an error.
  public static func / (left: Self, right: Double) -> LinearExpression {
    var quotient = left.linearExpression
    for index in quotient.terms.indices {
      quotient.terms[index].coefficient /= right
    }
    quotient.constant /= right
    return quotient
  }
}
