import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackProtocol

/// Reads the numbers that bindings and triggers read: those of views, constraints, gestures and
/// actions.
extension SceneReader {
  /// A number that a binding reads, its name without that of its owner, and its unit.
  typealias NamedSource = (number: BindingSource, name: String, unit: BindingProperty.Unit)

  /// The end of the name of a number that is the constant of a constraint.
  static let constantSuffix = ".constant"

  /// Reads a source: a number of a view, the constant of a constraint, a number of a gesture, or
  /// the progress of an action. `spring` is the value of `returns`, which is only allowed for a
  /// number of a gesture that is no velocity.
  func readBindingSource(
    _ node: DocumentNode, returning spring: DocumentNode? = nil
  ) throws(DocumentError) -> NamedSource {
    let text = try node.string(file: file)
    let source: NamedSource
    if let found = try readConstantNumber(node, text) {
      source = found
    } else if let found = try readGestureNumber(node, text, returning: spring) {
      source = found
    } else if text.hasSuffix(Self.progressSuffix) {
      // The actions are not read yet; see ``checkProgressSources(_:in:)``.
      let action = String(text.dropLast(Self.progressSuffix.count))
      source = (.progress(action), "progress", .plain)
    } else {
      source = try readViewNumber(node)
    }
    try refuseTilted(source.number, at: node)
    guard let spring else { return source }
    guard case .gesture(let number) = source.number else {
      throw spring.error(
        "only numbers of gestures return after a release, and \(DocumentError.quoted(text)) is "
          + "not one of them; remove \"returns\"", file: file)
    }
    guard !number.kind.isVelocity else {
      throw spring.error(
        "a velocity is 0 from the release on, without a spring; remove \"returns\"", file: file)
    }
    return source
  }

  private func readConstantNumber(
    _ node: DocumentNode, _ text: String
  ) throws(DocumentError) -> NamedSource? {
    guard text.hasSuffix(Self.constantSuffix) else { return nil }
    let name = String(text.dropLast(Self.constantSuffix.count))
    guard constraintNames.contains(name) else {
      throw node.unknownName(name, of: "constraint", in: constraintNames.names, file: file)
    }
    return (.constant(name), "constant", .points)
  }

  private func readViewNumber(_ node: DocumentNode) throws(DocumentError) -> NamedSource {
    let number = try readNumber(node, of: "number", in: BindingProperty.sourceNames)
    let isOffset = number.property == .scrollX || number.property == .scrollY
    guard !isOffset || scrollingViews.contains(ViewID(index: number.view)) else {
      throw node.error("\"\(viewName(number.view))\" does not scroll", file: file)
    }
    guard !number.property.isOfLook || views[number.view].look != nil else {
      throw node.error(
        "\"\(viewName(number.view))\" has no look; give the view \"textColor\", \"border\" or "
          + "\"shadow\"", file: file)
    }
    return (
      number.property.source(of: number.view), number.property.rawValue, number.property.unit
    )
  }

  /// Reads a number of a gesture; nil if the text names no number of gestures, or if a view of the
  /// name has the number, too.
  ///
  /// Without `returns`, the number of a gesture that moves its view is that of the view, because
  /// the view's number also has the motion after the release.
  private func readGestureNumber(
    _ node: DocumentNode, _ text: String, returning spring: DocumentNode?
  ) throws(DocumentError) -> NamedSource? {
    guard let (name, kind) = GestureNumber.Kind.split(text) else { return nil }
    let isView = if case .view? = names[name] { true } else { false }
    guard !isView || kind.isVelocity else { return nil }
    guard let index = gestureNames[name]?.first else {
      throw unknownOwner(name, of: kind, isView: isView, at: node)
    }
    let gesture = gestures[index]
    try checkKind(of: gesture, named: name, has: kind, at: node)
    if spring == nil, let channel = gesture.moved(by: kind) {
      return (.channel(channel, view: gesture.view), kind.rawValue, kind.unit)
    }
    let number = GestureNumber(gesture: index, kind: kind, spring: try readSpring(spring))
    return (.gesture(number), kind.rawValue, kind.unit)
  }

  /// The error about a name that no gesture has. `isView` states whether a view has it.
  private func unknownOwner(
    _ name: String, of kind: GestureNumber.Kind, isView: Bool, at node: DocumentNode
  ) -> DocumentError {
    if isView {
      return node.error(
        "the view \"\(name)\" has no \"\(kind.rawValue)\"; name a gesture that has it", file: file)
    }
    let gestures = gestureNames.keys.sorted()
    if kind.isVelocity { return node.unknownName(name, of: "gesture", in: gestures, file: file) }
    return node.unknownName(
      name, of: "view or gesture", in: views.map(\.appearance.name) + gestures, file: file)
  }

  /// Rejects a number that gestures of this kind do not have.
  func checkKind(
    of gesture: SceneGesture, named name: String, has number: GestureNumber.Kind,
    at node: DocumentNode
  ) throws(DocumentError) {
    let kind = gesture.recognizer.settings.kind
    if case .scrollOffset = gesture.binding, let offset = number.scrollOffset {
      throw node.error(
        "the gesture \(DocumentError.quoted(name)) scrolls; "
          + "use \"\(viewName(gesture.view)).\(offset.rawValue)\" instead", file: file)
    }
    guard !number.gestures.contains(kind) else { return }
    let kinds = number.gestures.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    throw node.error(
      "the gesture \(DocumentError.quoted(name)) is of the kind \"\(kind.rawValue)\"; "
        + "\"\(number.rawValue)\" needs a gesture of the kind \(kinds)", file: file)
  }

  /// Rejects the rotation of a view that a gesture tilts.
  private func refuseTilted(
    _ source: BindingSource, at node: DocumentNode
  ) throws(DocumentError) {
    guard case .channel(.rotation, let view) = source,
      gestures.contains(where: { $0.view == view && $0.tilts })
    else { return }
    throw node.error(
      "the rotation of \"\(viewName(view))\" is tilted by its translation, so it is no sum of "
        + "motions; use \"translation.x\" instead", file: file)
  }

  /// Reads a trigger on a number that crosses a threshold; without a direction, a trigger for each
  /// direction.
  func readCrossings(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    let node = try CrossesTriggerKeys.crosses(&reader)
    let source = try readBindingSource(node)
    guard source.unit != .velocity else {
      throw node.error(
        "the velocity of fingers jumps from report to report; let a binding follow it, and name "
          + "the number that the binding sets", file: file)
    }
    let threshold = try readAmount(CrossesTriggerKeys.at(&reader), in: source.unit)
    let direction = try CrossesTriggerKeys.going(&reader)
    var hysteresis = LayoutNumber(0)
    if let node = CrossesTriggerKeys.hysteresis(&reader) {
      hysteresis = try readAmount(node, in: source.unit, SceneRanges.extent)
    }
    return (direction.map { [$0] } ?? CrossingTrigger.Direction.allCases).map { direction in
      var trigger = CrossingTrigger(
        source.number, at: threshold.isConstant ? threshold.constant : 0, direction,
        hysteresis: hysteresis.isConstant ? hysteresis.constant : 0)
      if !threshold.isConstant { trigger.origin = threshold }
      if !hysteresis.isConstant { trigger.layoutHysteresis = hysteresis }
      return .crossing(trigger)
    }
  }
}

extension SceneGesture {
  /// Whether the gesture turns its view as it moves it.
  fileprivate var tilts: Bool {
    if case .translation(let behavior) = binding { behavior.tilt != nil } else { false }
  }

  /// The channel of its view that the gesture moves by a number; nil if it moves none by it.
  fileprivate func moved(by number: GestureNumber.Kind) -> Channel? {
    switch (binding, number) {
    case (.translation, .translationX): .translationX
    case (.translation, .translationY): .translationY
    case (.scale, .scale): .scaleX
    case (.rotation, .rotation): .rotation
    default: nil
    }
  }
}

extension GestureNumber.Kind {
  /// The name of a gesture and the number that a text consists of; nil if the text does not end
  /// with a number of gestures.
  static func split(_ text: String) -> (name: String, kind: Self)? {
    let kind = allCases.first { text.hasSuffix(".\($0.rawValue)") }
    guard let kind else { return nil }
    return (String(text.dropLast(kind.rawValue.count + 1)), kind)
  }

  /// The kinds of gestures that have the number.
  fileprivate var gestures: [GestureKind] {
    switch self {
    case .translationX, .translationY, .velocityX, .velocityY: [.pan, .edgePan, .longPress]
    case .scale: [.pinch]
    case .rotation: [.rotation]
    }
  }

  /// The unit of the number in scenes.
  var unit: BindingProperty.Unit {
    switch self {
    case .translationX, .translationY: .points
    case .scale: .plain
    case .rotation: .degrees
    case .velocityX, .velocityY: .velocity
    }
  }

  /// Whether the number is a velocity.
  var isVelocity: Bool { unit == .velocity }

  /// The scroll offset along the axis of the number; nil if the number has no axis.
  fileprivate var scrollOffset: BindingProperty? {
    switch self {
    case .translationX, .velocityX: .scrollX
    case .translationY, .velocityY: .scrollY
    case .scale, .rotation: nil
    }
  }
}
