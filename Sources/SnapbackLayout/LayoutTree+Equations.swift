import SnapbackBasics
import SnapbackConstraints

/// Translates constraints between items into equations between variables.
extension LayoutTree {
  /// The variables of an item, and the coordinate space of these variables.
  private struct Place {
    var edges: Edges
    /// The insets from `edges` to the rectangle that attributes refer to.
    var insets: EdgeInsets
    /// The view that the item is or belongs to.
    var host: ViewID
    /// The scroll view whose content is the coordinate space of the item; nil outside scroll views.
    var space: ViewID?
  }

  /// The origin of the positions in an equation.
  private struct Ground {
    var ancestor: ViewID
    var space: ViewID?
    /// Whether horizontal positions are measured from the right edge.
    var isFlipped: Bool
  }

  /// The expression first − Σ multiplier × anchor − constant, with positions measured from the
  /// common ancestor.
  mutating func expression(
    of constraint: LayoutConstraint
  ) throws(LayoutError) -> LinearExpression {
    let axis = constraint.first.attribute.positionAxis
    let anchors = try constraint.anchors.map { anchor throws(LayoutError) in
      try checked(anchor, of: constraint, along: axis)
    }
    try checkDirections(constraint)
    let places = try places(of: anchors)
    let ground = ground(of: anchors, at: places)
    let spacing = constraint.standardSpacings
    var sum = LinearExpression(
      [],
      constant: -constraint.constant
        - (spacing == 0 ? 0 : spacing * standardSpacing(of: constraint)))
    for (index, anchor) in anchors.enumerated() {
      let factor = index == 0 ? 1 : -constraint.terms[index - 1].multiplier
      try append(anchor, at: places[index], times: factor, on: ground, to: &sum)
    }
    return sum
  }

  /// The expression Σ multiplier × anchor + constant, with positions measured as in a constraint
  /// between the anchors.
  func expression(of number: LayoutNumber) throws(LayoutError) -> LinearExpression {
    let spacing = StandardSpacing.betweenSiblings(in: traits.contentSize)
    var sum = LinearExpression([], constant: number.constant + number.standardSpacings * spacing)
    guard let first = number.terms.first else { return sum }
    let constraint = LayoutConstraint(
      first: first.anchor, terms: Array(number.terms.dropFirst()))
    let axis = constraint.anchors.lazy.compactMap(\.attribute.positionAxis).first
    let anchors = try constraint.anchors.map { anchor throws(LayoutError) in
      try checked(anchor, of: constraint, along: axis)
    }
    let places = try places(of: anchors)
    let ground = ground(of: anchors, at: places)
    var tree = self
    for (index, anchor) in anchors.enumerated() {
      // Only a position in another space makes variables in the tree.
      guard anchor.attribute.positionAxis == nil || places[index].space == ground.space else {
        throw .scrolls(views[places[index].host.index].name)
      }
      try tree.append(
        anchor, at: places[index], times: number.terms[index].multiplier, on: ground, to: &sum)
    }
    return sum
  }

  /// Checks an anchor and resolves it: a margin attribute to the margins item, and the baseline of
  /// a stack to the arranged view that has this baseline. Positions lie along `axis`.
  private func checked(
    _ anchor: Anchor, of constraint: LayoutConstraint, along axis: Axis?
  ) throws(LayoutError) -> Anchor {
    var anchor = anchor
    _ = try place(of: anchor.item)
    if let plain = anchor.attribute.withinMargins {
      guard case .view(let view) = anchor.item else {
        throw .notAView(constraint.identifier, anchor.attribute)
      }
      anchor = Anchor(.margins(view), plain)
    }
    if anchor.attribute == .firstBaseline || anchor.attribute == .lastBaseline {
      guard case .view(let view) = anchor.item else {
        throw .notAView(constraint.identifier, anchor.attribute)
      }
      anchor.item = .view(baselineView(of: view, isFirst: anchor.attribute == .firstBaseline))
    }
    if let other = anchor.attribute.positionAxis, other != axis {
      throw .mixedAxes(constraint.identifier, constraint.first.attribute, anchor.attribute)
    }
    return anchor
  }

  /// The value of a standard spacing in a constraint, in points.
  private func standardSpacing(of constraint: LayoutConstraint) -> Double {
    let baselines: Set<LayoutAttribute> = [.firstBaseline, .lastBaseline]
    guard baselines.contains(constraint.first.attribute), let term = constraint.terms.first,
      baselines.contains(term.anchor.attribute)
    else { return StandardSpacing.betweenSiblings(in: traits.contentSize) }
    // The style of the lower text determines the distance. The lower text is the one whose first
    // baseline is used.
    let lower = constraint.first.attribute == .firstBaseline ? constraint.first : term.anchor
    var style = TextStyle.body
    if case .view(let view) = lower.item, let text = properties(of: view).text {
      style = text.style
    }
    return StandardSpacing.betweenBaselines(above: style, in: traits.contentSize)
  }

  private func checkDirections(_ constraint: LayoutConstraint) throws(LayoutError) {
    let attributes = constraint.anchors.map(\.attribute)
    if let one = attributes.first(where: \.isDirectional),
      let other = attributes.first(where: \.isAbsolute)
    {
      throw .mixedDirections(constraint.identifier, one, other)
    }
  }

  /// The view whose baseline is used for `view`: one of the arranged views if `view` is a stack,
  /// otherwise the view itself.
  private func baselineView(of view: ViewID, isFirst: Bool) -> ViewID {
    guard let stack = views[view.index].current.stack else { return view }
    let visible = stack.arranged.filter { !views[$0.index].current.isHidden }
    let isRow = stack.axis == .horizontal
    guard let next = isFirst || isRow ? visible.first : visible.last, next > view else {
      return view
    }
    return baselineView(of: next, isFirst: isFirst)
  }

  /// The places of the anchors' items. If a constraint relates a scroll view to an item inside it,
  /// the edges and margins of the scroll view are those of its content.
  private func places(of anchors: [Anchor]) throws(LayoutError) -> [Place] {
    let outside = try anchors.map { anchor throws(LayoutError) in try place(of: anchor.item) }
    var places = outside
    for (index, anchor) in anchors.enumerated() where anchor.attribute.positionAxis != nil {
      let view = outside[index].host
      guard let scroll = views[view.index].scroll,
        outside.contains(where: { isInside($0.space, view) })
      else { continue }
      switch anchor.item {
      case .view: places[index].insets = .zero
      case .margins: break
      default: continue
      }
      places[index].edges.width = scroll.contentWidth
      places[index].edges.height = scroll.contentHeight
      places[index].space = view
    }
    return places
  }

  private func isInside(_ space: ViewID?, _ scroll: ViewID) -> Bool {
    var space = space
    while let inner = space {
      if inner == scroll { return true }
      space = views[inner.index].space
    }
    return false
  }

  private func place(of item: LayoutItem) throws(LayoutError) -> Place {
    // The fields of a view are read one by one, because a copy of the view has to retain all of
    // them.
    func viewPlace(
      _ id: ViewID, _ insets: (LayoutTree) -> EdgeInsets
    ) throws(LayoutError) -> Place {
      guard views.indices.contains(id.index) else { throw .unknownView(id) }
      return Place(
        edges: views[id.index].edges, insets: insets(self), host: id,
        space: views[id.index].space)
    }
    switch item {
    case .view(let id):
      return try viewPlace(id) { $0.views[id.index].current.alignmentInsets }
    case .margins(let id): return try viewPlace(id) { $0.views[id.index].metrics.margins }
    case .safeArea(let id): return try viewPlace(id) { $0.views[id.index].metrics.safeArea }
    case .viewport(let id):
      let place = try viewPlace(id) { _ in .zero }
      guard views[id.index].scroll != nil else { throw .notScrolling(views[id.index].name) }
      return place
    case .content(let id):
      var place = try viewPlace(id) { _ in .zero }
      guard let scroll = views[id.index].scroll else {
        throw .notScrolling(views[id.index].name)
      }
      place.edges.width = scroll.contentWidth
      place.edges.height = scroll.contentHeight
      place.space = id
      return place
    case .guide(let id):
      guard guides.indices.contains(id.index) else { throw .unknownGuide(id) }
      let owner = guides[id.index].owner
      let outer = views[owner.index]
      return Place(
        edges: guides[id.index].edges, insets: .zero, host: owner,
        space: outer.scroll == nil ? outer.space : owner)
    case .keyboard:
      guard let guide = screenEquations.keyboardGuide else { throw .noKeyboard }
      return Place(edges: guides[guide.index].edges, insets: .zero, host: .root, space: nil)
    }
  }

  private func ground(of anchors: [Anchor], at places: [Place]) -> Ground {
    var common = places[0].host
    for place in places.dropFirst() { common = ancestor(common, place.host) }
    // If all anchors belong to one view (edges, margins or safe area) and none to its content, use
    // the parent.
    let isAlone =
      anchors.allSatisfy { $0.item.view == common } && places.allSatisfy { $0.space != common }
    if isAlone { common = views[common.index].parent }
    let isFlipped =
      traits.direction == .rightToLeft && anchors.contains { $0.attribute.isDirectional }
    return Ground(
      ancestor: common,
      space: views[common.index].scroll == nil ? views[common.index].space : common,
      isFlipped: isFlipped)
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

  private mutating func append(
    _ anchor: Anchor, at place: Place, times factor: Double, on ground: Ground,
    to sum: inout LinearExpression
  ) throws(LayoutError) {
    let (edges, insets) = (place.edges, place.insets)
    switch anchor.attribute {
    case .width:
      sum.add(edges.width, times: factor)
      sum.constant -= factor * (insets.left + insets.right)
      return
    case .height:
      sum.add(edges.height, times: factor)
      sum.constant -= factor * (insets.top + insets.bottom)
      return
    default: break
    }
    let isHorizontal = anchor.attribute.positionAxis == .horizontal
    let (share, shift) = position(anchor, insets, isFlipped: ground.isFlipped)
    let sign = isHorizontal && ground.isFlipped ? -factor : factor
    sum.add(isHorizontal ? edges.left : edges.top, times: sign)
    if share != 0 { sum.add(isHorizontal ? edges.width : edges.height, times: sign * share) }
    sum.constant += sign * shift
    try appendOffsets(from: place.space, to: ground.space, isHorizontal, times: sign, to: &sum)
    let origin = views[ground.ancestor.index].edges
    sum.add(isHorizontal ? origin.left : origin.top, times: -sign)
    if isHorizontal, ground.isFlipped {
      let width = views[ground.ancestor.index].scroll?.contentWidth ?? origin.width
      sum.add(width, times: factor)
    }
  }

  /// Returns `share` and `shift` so that the position is: left or top edge + share × size + shift.
  private func position(
    _ anchor: Anchor, _ insets: EdgeInsets, isFlipped: Bool
  ) -> (share: Double, shift: Double) {
    let isReversed = traits.direction == .rightToLeft
    switch anchor.attribute {
    case .left: return (0, insets.left)
    case .right: return (1, -insets.right)
    case .leading: return isReversed ? (1, -insets.right) : (0, insets.left)
    case .trailing: return isReversed ? (0, insets.left) : (1, -insets.right)
    case .centerX: return (0.5, (insets.left - insets.right) / 2)
    case .top: return (0, insets.top)
    case .bottom: return (1, -insets.bottom)
    case .centerY: return (0.5, (insets.top - insets.bottom) / 2)
    case .firstBaseline:
      guard case .view(let view) = anchor.item, let baseline = firstBaseline(of: view) else {
        return (1, -insets.bottom)
      }
      return (0, insets.top + baseline)
    case .lastBaseline:
      guard case .view(let view) = anchor.item else { return (1, -insets.bottom) }
      return (1, -insets.bottom - views[view.index].metrics.lastBaseline)
    default: return (0, 0)
    }
  }

  /// Whether a view has a first baseline other than its bottom edge.
  func hasBaseline(_ view: ViewID) -> Bool {
    firstBaseline(of: baselineView(of: view, isFirst: true)) != nil
  }

  /// The distance from the top edge to the first baseline; nil for a view without text or baseline.
  private func firstBaseline(of view: ViewID) -> Double? {
    guard
      views[view.index].current.text != nil || views[view.index].current.firstBaseline != nil
    else { return nil }
    return views[view.index].metrics.firstBaseline
  }

  /// Converts a position from the coordinates of one scroll view's content to those of another, by
  /// adding the scroll offsets in between. One of the scroll views contains the other; nil means
  /// outside scroll views.
  private mutating func appendOffsets(
    from inner: ViewID?, to outer: ViewID?, _ isHorizontal: Bool, times factor: Double,
    to sum: inout LinearExpression
  ) throws(LayoutError) {
    for (start, end, sign) in [(inner, outer, -1.0), (outer, inner, 1.0)] {
      var passed: [ViewID] = []
      var space = start
      while let scroll = space, space != end {
        passed.append(scroll)
        space = views[scroll.index].space
      }
      guard space == end else { continue }
      for scroll in passed {
        let offset = try offsetVariables(of: scroll)
        sum.add(isHorizontal ? offset.x : offset.y, times: sign * factor)
      }
      return
    }
  }

  private mutating func offsetVariables(
    of scroll: ViewID
  ) throws(LayoutError) -> (x: Variable, y: Variable) {
    if let made = views[scroll.index].scroll?.offsetVariables { return made }
    let offset = views[scroll.index].scroll?.offset ?? .zero
    let made = (x: solver.makeVariable(), y: solver.makeVariable())
    let ties = [try solver.tie(made.x, to: offset.dx), try solver.tie(made.y, to: offset.dy)]
    views[scroll.index].scroll?.offsetVariables = made
    views[scroll.index].scroll?.offsetTies = ties
    return made
  }
}

extension LinearExpression {
  fileprivate mutating func add(_ variable: Variable, times factor: Double) {
    terms.append(Term(variable, coefficient: factor))
  }
}
