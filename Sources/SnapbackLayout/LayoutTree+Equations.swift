import SnapbackConstraints

/// From constraints between views to equations between numbers.
extension LayoutTree {
  /// first − Σ multiplier × anchor − constant, positions measured from the common ancestor.
  func expression(of constraint: LayoutConstraint) -> LinearExpression {
    let origin = views[ancestor(of: constraint).index]
    var terms: [Term] = []
    append(constraint.first, times: 1, from: origin, to: &terms)
    for term in constraint.terms {
      append(term.anchor, times: -term.multiplier, from: origin, to: &terms)
    }
    return LinearExpression(terms, constant: -constraint.constant)
  }

  /// The nearest view that contains all of a constraint's views; the parent of a single one.
  private func ancestor(of constraint: LayoutConstraint) -> ViewID {
    let isAlone = constraint.terms.allSatisfy { $0.anchor.view == constraint.first.view }
    guard !isAlone else { return views[constraint.first.view.index].parent }
    return constraint.terms.reduce(constraint.first.view) { common, term in
      ancestor(common, term.anchor.view)
    }
  }

  private func ancestor(_ left: ViewID, _ right: ViewID) -> ViewID {
    var (left, right) = (left, right)
    while left != right {
      if views[left.index].depth >= views[right.index].depth {
        left = views[left.index].parent
      } else {
        right = views[right.index].parent
      }
    }
    return left
  }

  private func append(
    _ anchor: Anchor, times factor: Double, from origin: View, to terms: inout [Term]
  ) {
    let view = views[anchor.view.index]
    func add(_ variable: Variable, _ share: Double) {
      terms.append(Term(variable, coefficient: factor * share))
    }
    func addHorizontal(_ share: Double) {
      add(view.left, 1)
      if share != 0 { add(view.width, share) }
      add(origin.left, -1)
    }
    func addVertical(_ share: Double) {
      add(view.top, 1)
      if share != 0 { add(view.height, share) }
      add(origin.top, -1)
    }
    switch anchor.attribute {
    case .left: addHorizontal(0)
    case .centerX: addHorizontal(0.5)
    case .right: addHorizontal(1)
    case .top: addVertical(0)
    case .centerY: addVertical(0.5)
    case .bottom: addVertical(1)
    case .width: add(view.width, 1)
    case .height: add(view.height, 1)
    }
  }
}
