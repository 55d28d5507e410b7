/// Translates a visual format into constraints.
extension VisualFormat {
  /// Makes the constraints between the views and guides of the format. `views` looks up a name.
  ///
  /// The identifiers are `identifier[0]`, `identifier[1]` and so on, in the order of the text: for
  /// each view, the space before it and then its size; finally the space to the superview. After
  /// these come the alignments in the order of their declaration, each from neighbor to neighbor. A
  /// space or size with several predicates has one constraint for each predicate. All constraints
  /// are required unless a predicate has a priority.
  ///
  /// `|` is the superview's edge. A plain `-` between `|` and a view refers to the superview's
  /// layout margin instead. A superview that is not a view has no margins, so the standard spacing
  /// is measured from its edge. `metrics` are spaces and sizes in points, and priorities.
  /// `knownNames`, the names of views, is evaluated only for hints.
  ///
  /// Throws if
  /// - a name is unknown, or both a view and a metric have this name where either is allowed;
  /// - a metric is not finite or exceeds 10⁹, or is outside 1…1000 when used as a priority;
  /// - an expression is not linear in the sizes of views, divides by 0, or exceeds 10⁹;
  /// - the options ask for an alignment of two or more views along the format's axis, for baselines
  ///   in a horizontal format, or for the baseline of a guide.
  public func constraints(
    identifier: String, superview: LayoutItem, metrics: [String: Double] = [:],
    options: VisualFormatOptions = VisualFormatOptions(),
    knownNames: @autoclosure () -> [String] = [],
    views item: (String) -> LayoutItem?
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    do throws(ConstraintExpressionFault) {
      try check(options)
      var members: [VisualFormatBuilder.Member] = []
      for view in views {
        guard let found = item(view.name) else {
          throw ConstraintExpressionFault(
            "unknown view \(ConstraintExpressionText.quoted(view.name))", at: view.column,
            hint: ConstraintExpressionText.hint(for: view.name, in: knownNames()))
        }
        members.append(.init(view: view, item: found))
      }
      var items: [String: LayoutItem] = [:]
      for name in predicates.flatMap(\.object.names) { items[name] = item(name) }
      var builder = VisualFormatBuilder(
        format: self, identifier: identifier, superview: superview, metrics: metrics,
        options: options, members: members, items: items)
      return try builder.build()
    } catch {
      throw VisualFormatError(
        error.hinted(in: knownNames() + metrics.keys.sorted()), in: source.value)
    }
  }

  private var predicates: [Predicate] {
    var result = views.flatMap(\.predicates)
    for case .space(let list)? in [leading, trailing] + connections { result += list }
    return result
  }

  private func check(_ options: VisualFormatOptions) throws(ConstraintExpressionFault) {
    if axis == .horizontal, options.spacing == .baselineToBaseline {
      throw ConstraintExpressionFault(
        "baselineToBaseline is for vertical formats, V:", at: 1, hint: "use edgeToEdge")
    }
    guard views.count > 1 else { return }
    for alignment in VisualFormatOptions.Alignment.allCases
    where options.alignments.contains(alignment) && alignment.attribute.positionAxis == axis {
      throw ConstraintExpressionFault(
        "views in a \(axis == .horizontal ? "row" : "column") cannot have the same "
          + alignment.rawValue, at: views[1].column)
    }
  }
}
