import SnapbackConstraints

/// Builds the constraints of a visual format after its views have been looked up.
struct VisualFormatBuilder {
  private typealias Fault = ConstraintExpressionFault
  private typealias Predicate = VisualFormat.Predicate

  /// A view of the format and the item that its name refers to.
  struct Member {
    let view: VisualFormat.View
    let item: LayoutItem
  }

  let format: VisualFormat
  let identifier: String
  let superview: LayoutItem
  let metrics: [String: Double]
  let options: VisualFormatOptions
  let members: [Member]
  /// The items of those names in predicates that refer to views or guides.
  let items: [String: LayoutItem]
  private var constraints: [LayoutConstraint] = []

  init(
    format: VisualFormat, identifier: String, superview: LayoutItem, metrics: [String: Double],
    options: VisualFormatOptions, members: [Member],
    items: [String: LayoutItem]
  ) {
    self.format = format
    self.identifier = identifier
    self.superview = superview
    self.metrics = metrics
    self.options = options
    self.members = members
    self.items = items
  }

  mutating func build() throws(ConstraintExpressionFault) -> [LayoutConstraint] {
    var previous: Member?
    for (index, member) in members.enumerated() {
      if let previous {
        let (end, start) = try spacingAttributes(previous, member)
        try connect(
          format.connections[index - 1], Anchor(previous.item, end), Anchor(member.item, start),
          standardSpacings: 1)
      } else if let leading = format.leading {
        let (outer, spacings) = outside(leading)
        try connect(
          leading, Anchor(outer, edges.start), Anchor(member.item, edges.start),
          standardSpacings: spacings)
      }
      try size(member)
      previous = member
    }
    if let trailing = format.trailing, let previous {
      let (outer, spacings) = outside(trailing)
      try connect(
        trailing, Anchor(previous.item, edges.end), Anchor(outer, edges.end),
        standardSpacings: spacings)
    }
    try align()
    return constraints
  }

  /// The attributes of a view's start and end edges in the direction of the format.
  private var edges: (start: LayoutAttribute, end: LayoutAttribute) {
    switch (format.axis, options.direction) {
    case (.vertical, _): (.top, .bottom)
    case (.horizontal, .leadingToTrailing): (.leading, .trailing)
    case (.horizontal, .leftToRight): (.left, .right)
    case (.horizontal, .rightToLeft): (.right, .left)
    }
  }

  /// The item from which a connection to the superview is measured, and the number of standard
  /// spacings in between.
  private func outside(_ connection: VisualFormat.Connection) -> (LayoutItem, Double) {
    guard connection == .standard else { return (superview, 0) }
    guard case .view(let view) = superview else { return (superview, 1) }
    return (.margins(view), 0)
  }

  private func spacingAttributes(
    _ previous: Member, _ next: Member
  ) throws(Fault) -> (LayoutAttribute, LayoutAttribute) {
    guard options.spacing == .baselineToBaseline else { return (edges.end, edges.start) }
    try checkBaseline(previous)
    try checkBaseline(next)
    return (.lastBaseline, .firstBaseline)
  }

  private func checkBaseline(_ member: Member) throws(Fault) {
    if case .view = member.item { return }
    throw Fault(
      "\(ConstraintExpressionText.quoted(member.view.name)) is a guide and has no baseline",
      at: member.view.column)
  }

  /// Adds the constraints for the space between the end of one item and the start of the next.
  private mutating func connect(
    _ connection: VisualFormat.Connection, _ end: Anchor, _ start: Anchor,
    standardSpacings: Double
  ) throws(Fault) {
    // Spaces are measured toward greater x and y, so swap the anchors of a format that runs from
    // right to left. In reading order, the leading and trailing attributes already account for the
    // direction.
    let runsBack = format.axis == .horizontal && options.direction == .rightToLeft
    let (low, high) = runsBack ? (start, end) : (end, start)
    switch connection {
    case .flush: add(high, .equal, low, 0)
    case .standard: add(high, .equal, low, 0, standardSpacings: standardSpacings)
    case .space(let predicates):
      for predicate in predicates {
        add(
          high, predicate.relation, low, try space(predicate), try priority(of: predicate))
      }
    }
  }

  private mutating func size(_ member: Member) throws(Fault) {
    let extent: LayoutAttribute = format.axis == .horizontal ? .width : .height
    for predicate in member.view.predicates {
      let (other, constant) = try size(predicate)
      add(
        Anchor(member.item, extent), predicate.relation, other.map { Anchor($0, extent) },
        constant, try priority(of: predicate))
    }
  }

  private mutating func align() throws(Fault) {
    for alignment in VisualFormatOptions.Alignment.allCases
    where options.alignments.contains(alignment) {
      let attribute = alignment.attribute
      for (previous, next) in zip(members, members.dropFirst()) {
        if attribute == .firstBaseline || attribute == .lastBaseline {
          try checkBaseline(previous)
          try checkBaseline(next)
        }
        add(Anchor(next.item, attribute), .equal, Anchor(previous.item, attribute), 0)
      }
    }
  }

  private mutating func add(
    _ first: Anchor, _ relation: Relation, _ other: Anchor?, _ constant: Double,
    _ priority: Priority = .required, standardSpacings: Double = 0
  ) {
    constraints.append(
      LayoutConstraint(
        identifier: "\(identifier)[\(constraints.count)]", first: first, relation: relation,
        terms: other.map { [LayoutConstraint.Term(1, $0)] } ?? [], constant: constant,
        standardSpacings: standardSpacings, priority: priority))
  }

  // MARK: Names

  private func space(_ predicate: Predicate) throws(Fault) -> Double {
    switch predicate.object {
    case .number(let number): return number
    case .name(let name):
      let column = predicate.columns.value.object
      if let value = try metric(name, at: column) { return value }
      let isView = items[name] != nil
      throw Fault(
        isView
          ? "\(ConstraintExpressionText.quoted(name)) is a view, and a space is a number or metric"
          : "unknown metric \(ConstraintExpressionText.quoted(name))", at: column,
        hint: isView ? nil : ConstraintExpressionText.hint(for: name, in: metrics.keys.sorted()))
    }
  }

  /// The value with which a predicate compares a size: the size of another item, or a number of
  /// points.
  private func size(_ predicate: Predicate) throws(Fault) -> (LayoutItem?, Double) {
    switch predicate.object {
    case .number(let number): return (nil, number)
    case .name(let name):
      let column = predicate.columns.value.object
      let quoted = ConstraintExpressionText.quoted(name)
      switch (items[name], try metric(name, at: column)) {
      case (let item?, nil): return (item, 0)
      case (nil, let value?): return (nil, value)
      case (_?, _?):
        throw Fault("\(quoted) is a view and a metric", at: column, hint: "rename one of them")
      case (nil, nil):
        throw Fault(
          "unknown view or metric \(quoted)", at: column, unknownName: name)
      }
    }
  }

  private func priority(of predicate: Predicate) throws(Fault) -> Priority {
    let column = predicate.columns.value.priority
    switch predicate.priority {
    case nil: return .required
    case .number(let number): return try priority(number, at: column)
    case .name(let name):
      guard let value = metrics[name] else {
        throw Fault(
          "unknown metric \(ConstraintExpressionText.quoted(name))", at: column,
          hint: ConstraintExpressionText.hint(for: name, in: metrics.keys.sorted()))
      }
      return try priority(value, at: column)
    }
  }

  private func priority(_ number: Double, at column: Int) throws(Fault) -> Priority {
    guard number >= 1, let priority = try? Priority(number) else {
      throw Fault("a priority is 1 to 1000, not \(number)", at: column)
    }
    return priority
  }

  private func metric(_ name: String, at column: Int) throws(Fault) -> Double? {
    guard let value = metrics[name] else { return nil }
    // The comparison is false for not-a-number, so the guard rejects that too.
    guard value.magnitude <= ConstraintExpressionScanner.numberLimit else {
      let limit = ConstraintExpressionText.decimal(ConstraintExpressionScanner.numberLimit)
      throw Fault(
        "metric \(ConstraintExpressionText.quoted(name)) is \(value), beyond \(limit)", at: column)
    }
    return value
  }
}
