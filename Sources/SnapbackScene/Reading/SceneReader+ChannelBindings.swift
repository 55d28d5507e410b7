import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads the bindings of a document. A binding makes a number of a view follow a number of another
/// view, or the constant of a constraint.
extension SceneReader {
  /// The minimum distance between the source values of two neighboring points of a map.
  private static let leastStep = 1e-6
  /// The magnitude at which the lines of a map that extends end, that of a number in a change.
  private static let largestResult = 1e6
  /// The maximum product of the steepest slopes of a chain of bindings. With it, velocities at the
  /// end of a chain fit into the 32-bit numbers of the binary encoding.
  private static let largestSlope = 1e9

  /// A view and one of its numbers.
  private typealias ViewNumber = (view: Int, property: BindingProperty)
  /// A number that a binding reads, its name without that of the view, and its unit.
  private typealias Source = (number: BindingSource, name: String, unit: BindingProperty.Unit)
  /// The end of the name of a number that is the constant of a constraint.
  private static let constantSuffix = ".constant"

  /// Reads all bindings. It is an error if a binding sets a number that a gesture or a key of the
  /// view sets, too, or that another binding sets, unless both have the key `combine`.
  mutating func readBindings(
    _ reader: inout ObjectReader, _ gestures: [SceneGesture]
  ) throws(DocumentError) -> [ChannelBinding] {
    let nodes = try DocumentKeys.bindings(&reader)
    guard !nodes.isEmpty else { return [] }
    for gesture in gestures { writers.add(gesture) }
    let tilted = Set(gestures.filter(\.tilts).map(\.view))
    var bindings: [ChannelBinding] = []
    var names: Set<String> = []
    for (index, node) in nodes.enumerated() {
      var object = try ObjectReader(node, file: file)
      let own = try BindingKeys.name(&object)
      let name = own ?? "binding\(index + 1)"
      guard names.insert(name).inserted else {
        throw object.error(
          own == nil
            ? "another binding has the default name of this one, \(DocumentError.quoted(name)); "
              + "give this one a \"name\""
            : "two bindings are called \(DocumentError.quoted(name))", atKey: "name")
      }
      bindings.append(try readBinding(&object, named: name, tilted: tilted))
      try object.finish()
    }
    try checkChains(bindings, nodes)
    return bindings
  }

  private mutating func readBinding(
    _ reader: inout ObjectReader, named name: String, tilted: Set<Int>
  ) throws(DocumentError) -> ChannelBinding {
    let (from, to) = (try BindingKeys.from(&reader), try BindingKeys.to(&reader))
    let (source, target) = (try readBindingSource(from), try readBindingTarget(to))
    if case .channel(.rotation, let view) = source.number, tilted.contains(view) {
      throw from.error(
        "the rotation of \"\(viewName(view))\" is tilted by its translation, so it is no "
          + "sum of motions; bind to \"translation.x\" instead", file: file)
    }
    let writer = ChannelWriters.Writer.binding(
      name, adds: try BindingKeys.combine(&reader) == .add)
    for channel in target.property.targets {
      guard let other = writers.writer(of: channel, target.view), !writer.adds(to: other)
      else { continue }
      throw to.error(
        "\(writer.description) and \(other.description) both set "
          + "\"\(viewName(target.view)).\(BindingProperty.name(of: channel))\"; keep one of them"
          + (other.isBinding ? ", or give both \"combine\": \"add\"" : ""),
        file: file)
    }
    writers.add(writer, of: target.property.targets, target.view)
    let extends = try BindingKeys.extend(&reader)
    var map = PiecewiseMap.identity
    if let node = BindingKeys.map(&reader) {
      map = try readMap(node, source.unit, target.property.unit, extends: extends)
    } else if source.unit != target.property.unit {
      throw reader.error(
        "\"\(source.name)\" is \(source.unit.rawValue), and "
          + "\"\(target.property.rawValue)\" is \(target.property.unit.rawValue); give a \"map\"",
        at: reader.node)
    } else if extends {
      throw reader.error("\"extend\" needs a \"map\"", atKey: "extend")
    }
    return ChannelBinding(
      name: name, from: source.number, to: target.view, target.property.targets, through: map)
  }

  private func readBindingSource(_ node: DocumentNode) throws(DocumentError) -> Source {
    let text = try node.string(file: file)
    if text.hasSuffix(Self.constantSuffix) {
      let name = String(text.dropLast(Self.constantSuffix.count))
      guard constraintNames.contains(name) else {
        throw node.unknownName(name, of: "constraint", in: constraintNames.names, file: file)
      }
      return (.constant(name), "constant", .points)
    }
    let number = try readNumber(node, of: "number", in: BindingProperty.allCases.map(\.rawValue))
    let isOffset = number.property == .scrollX || number.property == .scrollY
    guard !isOffset || scrollingViews.contains(ViewID(index: number.view)) else {
      throw node.error("\"\(viewName(number.view))\" does not scroll", file: file)
    }
    return (
      number.property.source(of: number.view), number.property.rawValue, number.property.unit
    )
  }

  private func readBindingTarget(_ node: DocumentNode) throws(DocumentError) -> ViewNumber {
    let number = try readNumber(
      node, of: "number that a binding sets", in: BindingProperty.targetNames)
    guard number.view != 0 else {
      throw node.error("the screen does not move; name one of its views", file: file)
    }
    return number
  }

  /// Reads the name of a view and the name of one of its numbers, separated by a dot. `names` are
  /// the names that are allowed for the number.
  private func readNumber(
    _ node: DocumentNode, of kind: String, in names: [String]
  ) throws(DocumentError) -> ViewNumber {
    let text = try node.string(file: file)
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw node.error(
        "expected a view and a number, such as \"sheet.translation.y\", found "
          + DocumentError.quoted(text), file: file)
    }
    guard case .view(let view)? = self.names[parts[0]] else {
      throw node.unknownName(parts[0], of: "view", in: views.map(\.appearance.name), file: file)
    }
    guard names.contains(parts[1]), let property = BindingProperty(rawValue: parts[1]) else {
      throw node.unknownName(parts[1], of: kind, in: names, file: file)
    }
    return (view.index, property)
  }

  private func readMap(
    _ node: DocumentNode, _ source: BindingProperty.Unit, _ target: BindingProperty.Unit,
    extends: Bool
  ) throws(DocumentError) -> PiecewiseMap {
    var points: [Point] = []
    var last = -Double.infinity
    for item in try node.array(count: SceneRanges.bindingMap, file: file) {
      let numbers = try item.array(count: SceneRanges.mapPoint, file: file)
      let x = try numbers[0].number(in: SceneRanges.mapNumber, file: file)
      let y = try numbers[1].number(in: SceneRanges.mapNumber, file: file)
      guard x - last >= Self.leastStep else {
        throw numbers[0].error(
          x > last
            ? "two values of the source have to be at least \(Self.leastStep) apart"
            : "the values of the source have to rise from point to point", file: file)
      }
      last = x
      points.append(Point(x: x * source.factor, y: y * target.factor))
    }
    guard let map = PiecewiseMap(points, extends: extends, limit: Self.largestResult) else {
      throw node.error("expected points whose first numbers rise", file: file)
    }
    return map
  }

  /// Rejects cycles of bindings, numbers that depend on too many bindings, and chains that are too
  /// steep.
  private func checkChains(
    _ bindings: [ChannelBinding], _ nodes: [DocumentNode]
  ) throws(DocumentError) {
    let chains = BindingChains(bindings)
    if let cycle = chains.cycle {
      let numbers = (cycle + cycle.prefix(1)).map { number(of: bindings[$0]) }
      throw nodes[cycle[0]].error(
        "bindings follow each other in a circle: \(numbers.joined(separator: " follows "))",
        file: file)
    }
    for index in bindings.indices where chains.isTooLong(to: index) {
      throw nodes[index].error(
        "\(number(of: bindings[index])) depends on more than \(BindingChains.limit) bindings",
        file: file)
    }
    for index in bindings.indices {
      let slope = chains.steepestSlope(to: index)
      guard slope > Self.largestSlope else { continue }
      throw nodes[index].error(
        "the maps of the chain to \(DocumentError.quoted(bindings[index].name)) multiply its "
          + "source by up to \(slope); the limit is \(Self.largestSlope)", file: file)
    }
  }

  /// Rejects a change of a number that a binding sets.
  func refuseBound(_ reader: inout ObjectReader, of view: ViewID) throws(DocumentError) {
    let keys: [(key: String, channels: [Channel])] = [
      ("translation", [.translationX, .translationY]), ("rotation", [.rotation]),
      ("scale", [.scaleX, .scaleY]), ("alpha", [.alpha]),
    ]
    for (key, channels) in keys where reader.has(key) {
      for channel in channels {
        guard let name = writers.binding(of: channel, view.index) else { continue }
        throw reader.error(
          "the binding \(DocumentError.quoted(name)) sets "
            + "\"\(viewName(view.index)).\(BindingProperty.name(of: channel))\"; an action cannot "
            + "set it, too", atKey: key)
      }
    }
  }

  /// Reads a trigger on a number that crosses a threshold; without a direction, a trigger for each
  /// direction.
  func readCrossings(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [SceneAction.Trigger] {
    let node = try CrossesTriggerKeys.crosses(&reader)
    let source = try readBindingSource(node)
    if case .channel(.rotation, let view) = source.number,
      gestures.contains(where: { $0.view == view && $0.tilts })
    {
      throw node.error(
        "the rotation of \"\(viewName(view))\" is tilted by its translation, so it is no "
          + "sum of motions; use \"translation.x\" instead", file: file)
    }
    let factor = source.unit.factor
    let threshold = try CrossesTriggerKeys.at(&reader) * factor
    let direction = try CrossesTriggerKeys.going(&reader)
    let hysteresis = try CrossesTriggerKeys.hysteresis(&reader) * factor
    return (direction.map { [$0] } ?? CrossingTrigger.Direction.allCases).map {
      .crossing(CrossingTrigger(source.number, at: threshold, $0, hysteresis: hysteresis))
    }
  }

  private func number(of binding: ChannelBinding) -> String {
    "\"\(viewName(binding.view)).\(BindingProperty.name(of: binding.channels[0]))\""
  }

  private func viewName(_ view: Int) -> String { views[view].appearance.name }
}

extension SceneGesture {
  /// Whether the gesture turns its view as it moves it.
  fileprivate var tilts: Bool {
    if case .translation(let behavior) = binding { behavior.tilt != nil } else { false }
  }
}
