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
  let numbers: NamedNumbers
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
    numbers = NamedNumbers(metrics: metrics)
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
    case .flush: add(high, .equal, [.init(1, low)], 0)
    case .standard: add(high, .equal, [.init(1, low)], 0, standardSpacings: standardSpacings)
    case .space(let predicates):
      for predicate in predicates {
        add(
          high, predicate.relation, [.init(1, low)], try space(predicate),
          try priority(of: predicate))
      }
    }
  }

  private mutating func size(_ member: Member) throws(Fault) {
    let extent: LayoutAttribute = format.axis == .horizontal ? .width : .height
    for predicate in member.view.predicates {
      let size = try size(predicate)
      add(
        Anchor(member.item, extent), predicate.relation,
        size.terms.map { .init($0.factor, Anchor($0.operand, extent)) }, size.number,
        try priority(of: predicate))
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
        add(
          Anchor(next.item, attribute), .equal, [.init(1, Anchor(previous.item, attribute))], 0)
      }
    }
  }

  private mutating func add(
    _ first: Anchor, _ relation: Relation, _ terms: [LayoutConstraint.Term],
    _ constant: Double, _ priority: Priority = .required, standardSpacings: Double = 0
  ) {
    constraints.append(
      LayoutConstraint(
        identifier: "\(identifier)[\(constraints.count)]", first: first, relation: relation,
        terms: terms, constant: constant, standardSpacings: standardSpacings, priority: priority))
  }

  // MARK: Numbers

  /// The length of a space, in points.
  private func space(_ predicate: Predicate) throws(Fault) -> Double {
    try value(of: predicate.object, predicate) { name, column throws(Fault) in
      if let metric = try numbers.metric(name, at: column) { return LinearSum(metric) }
      guard items[name] == nil else {
        let quoted = ConstraintExpressionText.quoted(name)
        throw Fault("\(quoted) is a view, and a space is a number or metric", at: column)
      }
      throw numbers.unknownMetric(name, at: column)
    }.number
  }

  /// The value with which a predicate compares a size: multiples of the sizes of other items, and a
  /// number of points.
  private func size(_ predicate: Predicate) throws(Fault) -> LinearSum<LayoutItem> {
    try value(of: predicate.object, predicate) { name, column throws(Fault) in
      let quoted = ConstraintExpressionText.quoted(name)
      switch (items[name], try numbers.metric(name, at: column)) {
      case (let item?, nil): return LinearSum(item)
      case (nil, let value?): return LinearSum(value)
      case (_?, _?):
        throw Fault("\(quoted) is a view and a metric", at: column, hint: "rename one of them")
      case (nil, nil):
        throw Fault("unknown view or metric \(quoted)", at: column, unknownName: name)
      }
    }
  }

  /// The value of an expression in a predicate; `named` looks up a name at a column.
  private func value(
    of value: VisualFormat.Value, _ predicate: Predicate,
    named: (String, Int) throws(ConstraintExpressionFault) -> LinearSum<LayoutItem>
  ) throws(Fault) -> LinearSum<LayoutItem> {
    let columns = predicate.columns.value
    switch value {
    case .number(let number): return LinearSum(number)
    case .name(let name): return try named(name, columns.names[name] ?? columns.object)
    case .operation(let left, let operation, let right):
      var result = try self.value(of: left, predicate, named: named)
      let other = try self.value(of: right, predicate, named: named)
      switch operation {
      case .plus: try result.add(other, times: 1, at: columns.object)
      case .minus: try result.add(other, times: -1, at: columns.object)
      case .times: try result.multiply(by: other, at: columns.object)
      case .dividedBy: try result.divide(by: other, at: columns.object)
      }
      return result
    }
  }

  private func priority(of predicate: Predicate) throws(Fault) -> Priority {
    let column = predicate.columns.value.priority
    switch predicate.priority {
    case nil: return .required
    case .number(let number): return try numbers.priority(number, at: column)
    case .name(let name): return try numbers.priority(named: name, at: column)
    case .operation: throw Fault("a priority is a number or a name", at: column)
    }
  }
}
