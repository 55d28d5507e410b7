import SnapbackConstraints

/// Resolves the names of an expression to views and guides.
extension ConstraintExpression {
  /// Makes the constraint between the views and guides that the expression names. `item` looks up a
  /// name.
  ///
  /// `knownNames` is evaluated only for the hint about an unknown name. Throws if a name is
  /// unknown, if a guide declared by the scene is used with an attribute or guide that only views
  /// have, if the keyboard is used with a view other than the root, or if the rule contradicts
  /// itself because its attributes cancel.
  public func resolve(
    identifier: String, knownNames: @autoclosure () -> [String] = [],
    item: (String) -> LayoutItem?
  ) throws(ConstraintExpressionError) -> LayoutConstraint {
    do throws(ConstraintExpressionFault) {
      let constraint = LayoutConstraint(
        identifier: identifier, first: try first.anchor(in: item), relation: relation,
        terms: try sum.resolvedTerms(in: item), constant: constant,
        standardSpacings: standardSpacings, priority: priority)
      if let fault = faultOfRemainder { throw fault }
      return constraint
    } catch {
      throw ConstraintExpressionError(error.hinted(in: knownNames()), in: source.value)
    }
  }

  /// The fault if the attributes cancel and the numbers that remain contradict each other, as in
  /// `card.width = card.width + 10`; otherwise nil. Does not depend on the views. A rule that adds
  /// standard spacings has no such fault, because their size depends on the text size.
  private var faultOfRemainder: ConstraintExpressionFault? {
    guard let term = terms.first(where: { $0.name == first }), standardSpacings == 0,
      !isSatisfiedByNumbers
    else { return nil }
    // The sum of the factors of each name, and the sum of their magnitudes.
    var factors: [Name: (sum: Double, size: Double)] = [first: (-1, 1)]
    for term in terms {
      factors[term.name, default: (0, 0)].sum += term.multiplier
      factors[term.name, default: (0, 0)].size += term.multiplier.magnitude
    }
    guard factors.values.allSatisfy({ $0.sum.magnitude <= Self.rounding * $0.size }) else {
      return nil
    }
    let sign = relation == .equal ? "=" : "\(relation)"
    let name = ConstraintExpressionText.quoted(first.description)
    return ConstraintExpressionFault(
      "no layout satisfies 0 \(sign) \(ConstraintExpressionText.decimal(constant)), which remains "
        + "when \(name) cancels", at: term.name.column,
      hint: "compare \(name) with another attribute or a number")
  }

  /// Whether the relation holds between 0 and the number of the right side.
  private var isSatisfiedByNumbers: Bool {
    switch relation {
    case .equal: constant.magnitude <= LayoutTree.tolerance
    case .lessThanOrEqual: constant >= -LayoutTree.tolerance
    case .greaterThanOrEqual: constant <= LayoutTree.tolerance
    }
  }

  /// The largest sum of factors that is taken for 0, relative to the sum of their magnitudes.
  private static let rounding = 1e-12
}

extension ConstraintExpression.Sum {
  /// The terms with the anchors that their names refer to; `item` looks up a name.
  func resolvedTerms(
    in item: (String) -> LayoutItem?
  ) throws(ConstraintExpressionFault) -> [LayoutConstraint.Term] {
    var resolved: [LayoutConstraint.Term] = []
    for term in terms {
      resolved.append(LayoutConstraint.Term(term.multiplier, try term.name.anchor(in: item)))
    }
    return resolved
  }
}

extension ConstraintExpression.Name {
  /// The fault if the built-in guide does not have the attribute; nil if it does, or if the name
  /// has no guide. Does not depend on the view.
  var faultOfGuide: ConstraintExpressionFault? {
    switch guide {
    case nil: nil
    case .topLayoutGuide: faultOfLayoutGuide(innerEdge: .top)
    case .bottomLayoutGuide: faultOfLayoutGuide(innerEdge: .bottom)
    case .margins, .safeArea, .content, .viewport, .keyboard:
      faultOfAttribute(like: "\(view).\(guide?.rawValue ?? "")")
    }
  }

  /// The anchor for this name; `item` looks up its first part.
  fileprivate func anchor(
    in item: (String) -> LayoutItem?
  ) throws(ConstraintExpressionFault) -> Anchor {
    guard let item = item(view) else {
      throw ConstraintExpressionFault(
        "unknown view \(ConstraintExpressionText.quoted(view))", at: column, unknownName: view)
    }
    return try anchor(of: item)
  }

  /// The anchor for this name if its first part refers to `item`.
  func anchor(of item: LayoutItem) throws(ConstraintExpressionFault) -> Anchor {
    guard case .view(let id) = item else {
      if guide != nil {
        throw ConstraintExpressionFault(
          "\(ConstraintExpressionText.quoted(view)) is a guide, and only views have guides",
          at: columns.value.guide)
      }
      if let fault = faultOfAttribute(like: view) { throw fault }
      return Anchor(item, attribute)
    }
    switch guide {
    case nil: return Anchor(item, attribute)
    case .margins: return Anchor(.margins(id), attribute)
    case .safeArea: return Anchor(.safeArea(id), attribute)
    case .content: return Anchor(.content(id), attribute)
    case .viewport: return Anchor(.viewport(id), attribute)
    case .keyboard:
      guard id == .root else {
        throw ConstraintExpressionFault(
          "only the screen has a keyboard guide", at: columns.value.guide)
      }
      return Anchor(.keyboard, attribute)
    case .topLayoutGuide:
      return attribute == .top ? Anchor(item, .top) : Anchor(.safeArea(id), .top)
    case .bottomLayoutGuide:
      return attribute == .bottom ? Anchor(item, .bottom) : Anchor(.safeArea(id), .bottom)
    }
  }

  /// The fault if the attribute is a baseline or margin, which only views have; otherwise nil.
  /// `path` is the guide as written in the rule.
  private func faultOfAttribute(like path: String) -> ConstraintExpressionFault? {
    if let plain = attribute.withinMargins {
      return ConstraintExpressionFault(
        "a guide has no \(attribute.rawValue)", at: columns.value.attribute,
        hint: "write \(path).\(plain.rawValue)")
    }
    if attribute == .firstBaseline || attribute == .lastBaseline {
      return ConstraintExpressionFault(
        "a guide has no \(attribute.rawValue)", at: columns.value.attribute,
        hint: "write \(path).top or \(path).bottom")
    }
    return nil
  }

  /// The fault if the attribute is not `top` or `bottom`; otherwise nil. A top or bottom layout
  /// guide lies between that edge of the view and the safe area, and spans the view's width.
  private func faultOfLayoutGuide(innerEdge: LayoutAttribute) -> ConstraintExpressionFault? {
    if attribute == .top || attribute == .bottom { return nil }
    let edge = innerEdge.rawValue
    let instead =
      attribute.axis == .horizontal
      ? "\(view).\(attribute.rawValue)" : "\(view).\(edge) or \(view).safeArea.\(edge)"
    return ConstraintExpressionFault(
      "\(guide?.rawValue ?? "") has top and bottom only", at: columns.value.attribute,
      hint: "write \(instead)")
  }
}
