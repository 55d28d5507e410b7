import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackLayout
import SnapbackProtocol

/// Reads gestures: their recognizers, the relations between them and the properties that they
/// drive.
extension SceneReader {
  /// A gesture whose name has been read but whose relations have not.
  struct PendingGesture {
    var reader: ObjectReader
    let kind: GestureKind
    let view: ViewID
    let name: String?
    /// The gesture's indices in the scene. A scroll view's gesture has two, one of a pan and one of
    /// a wheel gesture. If pinches zoom its content, it has a third one, of a pinch.
    let places: [Int]
  }

  /// Reads all gestures. Collects their names first, because relations refer to them.
  mutating func readGestures(
    _ reader: inout ObjectReader, on screen: ScreenDescription, _ layout: LayoutTree
  ) throws(DocumentError) -> [SceneGesture] {
    constraintNames = NameList(layout.constraintIdentifiers)
    scrollingViews = Set(
      views.indices.map(ViewID.init).filter { layout.contentSize(of: $0) != nil })
    let nodes = try DocumentKeys.gestures(&reader)
    var pending: [PendingGesture] = []
    for node in nodes {
      let start = pending.last.map { $0.places[$0.places.count - 1] + 1 } ?? 0
      let gesture = try readKind(node, firstPlace: start)
      pending.append(gesture)
      guard let name = gesture.name else { continue }
      guard gestureNames[name] == nil else {
        throw gesture.reader.error("two gestures are called \"\(name)\"", atKey: "name")
      }
      gestureNames[name] = gesture.places
    }
    var gestures: [SceneGesture] = []
    for gesture in pending { gestures += try readGesture(gesture, on: screen, after: gestures) }
    try refuseCircles(gestures, nodes, pending)
    for gesture in pending { try refuseOtherSheets(gesture, gestures) }
    return gestures
  }

  /// Reads the key that gives the gesture's kind, and the view that this key names.
  private func readKind(
    _ node: DocumentNode, firstPlace: Int
  ) throws(DocumentError) -> PendingGesture {
    var reader = try ObjectReader(node, file: file)
    let kinds = GestureKind.allCases.filter { reader.has($0.rawValue) }
    guard let kind = kinds.first else {
      // The usual error suggests the key that is closest to an unknown key.
      try reader.finish(alsoKnown: GestureKind.allCases.map(\.rawValue) + GestureKeys.names)
      throw node.error(
        "expected the gesture's kind as a key: "
          + GestureKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "), file: file)
    }
    guard kinds.count == 1 else {
      throw reader.error(
        "a gesture has one kind; this one also has \"\(kinds[1].rawValue)\"",
        atKey: kinds[1].rawValue)
    }
    let viewName = try reader.string(kind.rawValue)
    guard case .view(let view)? = names[viewName] else {
      throw try reader.node(kind.rawValue)
        .unknownName(viewName, of: "view", in: views.map(\.appearance.name), file: file)
    }
    let name = try GestureKeys.name(&reader)
    let count = kind != .scroll ? 1 : reader.has("zoom") ? 3 : 2
    return PendingGesture(
      reader: reader, kind: kind, view: view, name: name,
      places: Array(firstPlace..<firstPlace + count))
  }

  private func readGesture(
    _ pending: PendingGesture, on screen: ScreenDescription, after others: [SceneGesture]
  ) throws(DocumentError) -> [SceneGesture] {
    var reader = pending.reader
    let settings = try readSettings(pending.kind, &reader)
    var places = LayoutPlaces()
    let binding = try readBinding(pending, &reader, on: screen, &places)
    let everybody = Set(gestureNames.values.flatMap { $0 } + pending.places)
    var simultaneous = try readSimultaneous(
      GestureKeys.simultaneous(&reader), everybody: everybody)
    var kinds = pending.kind == .scroll ? [settings, .scroll] : [settings]
    if case .scrollOffset(let behavior) = binding {
      if let sheet = behavior.scroll.sheet { simultaneous.append(sheet) }
      if behavior.scroll.zoom != nil {
        kinds.append(.pinch(PinchSettings()))
        simultaneous += pending.places
      }
    }
    let required = try GestureKeys.requireFailureOf(&reader).map(readNames) ?? []
    if required.contains(where: pending.places.contains) {
      throw reader.error("a gesture cannot wait for itself to fail", atKey: "requireFailureOf")
    }
    let cancels = try GestureKeys.cancelsTouches(&reader)
    let delaysBegan = try GestureKeys.delaysTouchesBegan(&reader)
    let delaysEnded = try GestureKeys.delaysTouchesEnded(&reader)
    let condition = try readWhen(GestureKeys.when(&reader))
    try reader.finish()
    var gestures: [SceneGesture] = []
    for settings in kinds {
      var gesture = SceneGesture(
        name: pending.name, view: pending.view.index,
        recognizer: GestureDescription(
          settings, simultaneous: simultaneous, requiredFailures: required),
        binding: binding, cancelsTouches: cancels, delaysTouchesBegan: delaysBegan,
        delaysTouchesEnded: delaysEnded)
      gesture.places = places
      gesture.condition = condition
      gestures.append(gesture)
    }
    let twin = zip(others.indices, others).contains { place, other in
      let isBeside =
        simultaneous.contains(place)
        || pending.places.contains(where: other.recognizer.simultaneous.contains)
      // Two conditions that differ may be true at different times.
      let isApart = condition != nil && other.condition != nil && condition != other.condition
      return !isBeside && !isApart && other.view == pending.view.index
        && gestures.contains { $0.recognizer.settings == other.recognizer.settings }
    }
    if twin {
      throw reader.error(
        "\"\(views[pending.view.index].appearance.name)\" already has the same "
          + "\(pending.kind.rawValue); one of the two would never be recognized",
        atKey: pending.kind.rawValue)
    }
    return gestures
  }

  /// Reads `true` for all named gestures, or a list of names.
  private func readSimultaneous(
    _ node: DocumentNode?, everybody: Set<Int>
  ) throws(DocumentError) -> [Int] {
    guard let node else { return [] }
    if case .boolean(let isWithAll) = node.value { return isWithAll ? everybody.sorted() : [] }
    return try readNames(node)
  }

  private func readNames(_ node: DocumentNode) throws(DocumentError) -> [Int] {
    var places: [Int] = []
    for item in try node.array(file: file) { places += try readPlaces(named: item) }
    return places
  }

  /// The indices of the gestures with a name.
  private func readPlaces(named node: DocumentNode) throws(DocumentError) -> [Int] {
    let name = try node.string(file: file)
    guard let places = gestureNames[name] else {
      throw node.unknownName(name, of: "gesture", in: gestureNames.keys.sorted(), file: file)
    }
    return places
  }

  /// Reads the name of the pan that moves the sheet around a list.
  func readSheet(_ node: DocumentNode) throws(DocumentError) -> Int {
    // Each name has at least one gesture.
    try readPlaces(named: node)[0]
  }

  /// Rejects a `sheet` that does not name a vertical pan with snap positions on a view around the
  /// list.
  private func refuseOtherSheets(
    _ pending: PendingGesture, _ gestures: [SceneGesture]
  ) throws(DocumentError) {
    guard case .scrollOffset(let behavior) = gestures[pending.places[0]].binding,
      let sheet = behavior.scroll.sheet
    else { return }
    var around = views[pending.view.index].appearance.parent
    while let view = around, view != gestures[sheet].view, view != 0 {
      around = views[view].appearance.parent
    }
    guard around == gestures[sheet].view,
      gestures[sheet].recognizer.settings.kind == .pan,
      case .translation(let motion) = gestures[sheet].binding,
      motion.axes == .vertical, motion.release == .snap,
      motion.snapY != nil || motion.detents != nil
    else {
      let list = views[pending.view.index].appearance.name
      throw pending.reader.error(
        "a sheet is moved by a pan on a view around \"\(list)\" with \"detents\", or with axes "
          + "\"vertical\" and release \"snap\" with \"y\"", atKey: "sheet")
    }
  }

  private func refuseCircles(
    _ gestures: [SceneGesture], _ nodes: [DocumentNode], _ pending: [PendingGesture]
  ) throws(DocumentError) {
    guard let circle = GestureArena.circle(in: gestures.map(\.recognizer)) else { return }
    let names = circle.compactMap { gestures[$0].name }
    let listed = Set(names).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    for (node, gesture) in zip(nodes, pending) where gesture.places.contains(circle[0]) {
      throw node.error(
        "gestures wait in a circle for each other to fail: \(listed); none would be recognized",
        file: file)
    }
  }

  /// Reads a trigger for a pull of the content that a gesture scrolls.
  func readPullTrigger(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    let node = try PullTriggerKeys.pull(&reader)
    let places = try readPlaces(named: node)
    let edge = try PullTriggerKeys.edge(&reader)
    let distance = try PullTriggerKeys.distance(&reader)
    let phase = try PullTriggerKeys.phase(&reader)
    // A scroll gesture consists of a pan and a wheel gesture, and of a pinch if it zooms.
    guard places.count >= 2 else {
      throw node.error("only a scroll gesture can be pulled", file: file)
    }
    return places.prefix(2).map {
      .pull(PullTrigger($0, edge: edge, distance: distance, phase: phase))
    }
  }

  /// Reads a trigger by gesture name. The action starts at the given phase of the gesture; by
  /// default when a discrete gesture is recognized or a continuous gesture begins.
  func readGestureTrigger(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    let node = try GestureTriggerKeys.gesture(&reader)
    let (name, places) = (try node.string(file: file), try readPlaces(named: node))
    let wanted = try GestureTriggerKeys.phase(&reader)
    var triggers: [SceneAction.Trigger] = []
    for place in places where gestures.indices.contains(place) {
      let isDiscrete = gestures[place].recognizer.settings.kind.isDiscrete
      let phase = wanted ?? (isDiscrete ? .recognized : .began)
      guard isDiscrete == (phase == .recognized) else {
        throw reader.error(
          isDiscrete
            ? "\"\(name)\" is discrete; its only phase is \"recognized\""
            : "\"\(name)\" is continuous; it has no phase \"recognized\"", atKey: "phase")
      }
      triggers.append(.gesture(place, phase))
    }
    return triggers
  }
}
