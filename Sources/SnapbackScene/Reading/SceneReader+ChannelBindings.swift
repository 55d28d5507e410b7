import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads the bindings of a document. A binding makes a number of a view, or the constant of a
/// constraint, follow another such number, a number of a gesture, or the progress of an action. The
/// bindings that set the progress of actions are read later, after the actions.
extension SceneReader {
  /// The maximum product of the steepest slopes of a chain of bindings. With it, velocities at the
  /// end of a chain fit into the 32-bit numbers of the binary encoding.
  private static let largestSlope = 1e9

  /// The name of the binding at an index of the document if it has no name of its own.
  static func defaultBindingName(_ index: Int) -> String { "binding\(index + 1)" }

  /// A view and one of its numbers.
  typealias ViewNumber = (view: Int, property: BindingProperty)

  /// Reads all bindings. It is an error if a binding sets a number that a gesture or a key of the
  /// view sets, too, or that another binding sets. Exception: bindings of the same number may have
  /// the same `combine`, or conditions that exclude each other. `sources` has the actions whose
  /// progress bindings read.
  mutating func readBindings(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (
    channels: [ChannelBinding], progresses: [ProgressNode], sources: [ProgressSource]
  ) {
    let nodes = try DocumentKeys.bindings(&reader)
    guard !nodes.isEmpty else { return ([], [], []) }
    for gesture in gestures { writers.add(gesture) }
    giveLooks(boundBy: nodes)
    // A bound color consists of three bindings, so a node can be listed several times.
    var (bindings, origins): ([ChannelBinding], [DocumentNode]) = ([], [])
    var progresses: [ProgressNode] = []
    var sources: [ProgressSource] = []
    var names: Set<String> = []
    for (index, node) in nodes.enumerated() {
      var object = try ObjectReader(node, file: file)
      let own = try BindingKeys.name(&object)
      let name = own ?? Self.defaultBindingName(index)
      guard names.insert(name).inserted else {
        throw object.error(
          own == nil
            ? "another binding has the default name of this one, \(DocumentError.quoted(name)); "
              + "give this one a \"name\""
            : "two bindings are called \(DocumentError.quoted(name))", atKey: "name")
      }
      let (from, to) = (try BindingKeys.from(&object), try BindingKeys.to(&object))
      guard try !to.string(file: file).hasSuffix(Self.progressSuffix) else {
        progresses.append((name, from, to, object))
        continue
      }
      for binding in try readBinding(&object, named: name, from, to) {
        bindings.append(binding)
        origins.append(node)
        if case .progress(let action) = binding.source { sources.append((action, from)) }
      }
      try object.finish()
    }
    try checkChains(bindings, origins)
    return (bindings, progresses, sources)
  }

  /// Reads a binding: one for all channels that it sets or, for a color, one for each component.
  private mutating func readBinding(
    _ reader: inout ObjectReader, named name: String, _ from: DocumentNode, _ to: DocumentNode
  ) throws(DocumentError) -> [ChannelBinding] {
    try refuseProgressKeys(&reader)
    if let constraint = try readBoundConstraint(to) {
      return [try readConstantBinding(&reader, named: name, from, to, of: constraint)]
    }
    let source = try readBindingSource(from, returning: BindingKeys.returns(&reader))
    let target = try readBindingTarget(to)
    let combination = try BindingKeys.combine(&reader)
    let condition = try readWhen(BindingKeys.when(&reader))
    let writer = ChannelWriters.Binding(
      name: name, target: target.property, combination: combination, condition: condition)
    try claim(target, for: .binding(writer), at: to)
    let isColor = target.property.unit == .color
    guard combination != .multiply || !isColor else {
      throw reader.error("colors cannot be multiplied; use \"add\"", atKey: "combine")
    }
    let maps = try readMaps(
      &reader, from: source, to: target.property.rawValue, in: target.property.unit,
      isFactor: combination == .multiply)
    var follow: Spring?
    if let spring = BindingKeys.follow(&reader) { follow = try readSpring(spring) }
    guard source.unit != .velocity || follow != nil else {
      throw reader.error(
        "the velocity of fingers jumps from report to report; give the binding a \"follow\"",
        at: reader.node)
    }
    if target.property == .color, views[target.view].appearance.color == nil {
      views[target.view].appearance.color = maps.firstColor
    }
    let channels = target.property.targets
    let targets = isColor ? channels.map { [$0] } : [channels]
    return targets.indices.map { index in
      var (own, looks): ([Channel], [LookChannel]) = ([], [])
      for case .animated(let channel) in targets[index] { own.append(channel) }
      for case .look(let channel) in targets[index] { looks.append(channel) }
      var binding =
        looks.isEmpty
        ? ChannelBinding(
          name: name, from: source.number, to: target.view, own,
          through: maps.maps[index], follow: follow, combination: combination ?? .add)
        : ChannelBinding(
          name: name, from: source.number, toLookOf: target.view, looks,
          through: maps.maps[index], follow: follow, combination: combination ?? .add)
      binding.layoutMap = maps.layoutMaps[index]
      binding.condition = condition
      return binding
    }
  }

  /// Makes a binding a writer of the number that it sets. It is an error if the number has another
  /// writer with which the binding cannot combine.
  private mutating func claim(
    _ target: ViewNumber, for writer: ChannelWriters.Writer, at node: DocumentNode
  ) throws(DocumentError) {
    for channel in target.property.targets {
      guard let other = writers.rival(of: writer, for: channel, target.view) else { continue }
      throw rivalry(
        of: writer, with: other, for: numberName(channel, of: target.view), at: node,
        canMultiply: target.property.unit != .color)
    }
    writers.add(writer, of: target.property.targets, target.view)
  }

  /// The error about two writers of one number.
  func rivalry(
    of writer: ChannelWriters.Writer, with other: ChannelWriters.Writer, for number: String,
    at node: DocumentNode, canMultiply: Bool
  ) -> DocumentError {
    if let own = writer.combination, let others = other.combination {
      return node.error(
        "\(writer.description) has \"combine\": \"\(own.rawValue)\", but \(other.description) "
          + "has \"\(others.rawValue)\"; give both the same, because both set \(number)",
        file: file)
    }
    let choice = canMultiply ? " or \"multiply\"" : ""
    return node.error(
      "\(writer.description) and \(other.description) both set \(number); keep one of them"
        + (other.isBinding ? ", or give both \"combine\": \"add\"\(choice)" : ""),
      file: file)
  }

  private func readBindingTarget(_ node: DocumentNode) throws(DocumentError) -> ViewNumber {
    let number = try readNumber(
      node, of: "number that a binding sets", in: BindingProperty.targetNames)
    guard number.view != 0 else {
      let fact = number.property.isOfLook ? "has no look" : "does not move"
      throw node.error("the screen \(fact); name one of its views", file: file)
    }
    return number
  }

  /// Gives a look to each view that has none, if a binding sets one of the numbers of a look.
  private mutating func giveLooks(boundBy nodes: [DocumentNode]) {
    for node in nodes {
      guard case .string(let text)? = node.member("to")?.value else { continue }
      let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, BindingProperty(rawValue: parts[1])?.isOfLook == true,
        case .view(let view)? = names[parts[0]], view != .root, views[view.index].look == nil
      else { continue }
      views[view.index].look = VariationTable(ViewLook(view: view.index))
    }
  }

  /// Reads the name of a view and the name of one of its numbers, separated by a dot. `names` are
  /// the names that are allowed for the number.
  func readNumber(
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

  /// Rejects cycles of bindings, numbers that depend on too many bindings, and chains that are too
  /// steep. `origins` has the node of each binding.
  private func checkChains(
    _ bindings: [ChannelBinding], _ origins: [DocumentNode]
  ) throws(DocumentError) {
    let chains = BindingChains(bindings, in: layout)
    if let cycle = chains.cycle {
      let steps = cycle.map { number(of: bindings[$0]) + " follows " + way(from: bindings[$0]) }
      let circle = steps.joined() + number(of: bindings[cycle[0]])
      throw origins[cycle[0]].error(
        "bindings follow each other in a circle: \(circle)", file: file)
    }
    for index in bindings.indices where chains.isTooLong(to: index) {
      throw origins[index].error(
        "\(number(of: bindings[index])) depends on more than \(BindingChains.limit) bindings",
        file: file)
    }
    for index in bindings.indices {
      let slope = chains.steepestSlope(to: index)
      guard slope > Self.largestSlope else { continue }
      throw origins[index].error(
        "the maps of the chain to \(DocumentError.quoted(bindings[index].name)) multiply its "
          + "source by up to \(slope); the limit is \(Self.largestSlope)", file: file)
    }
  }

  /// Rejects a change of a number that a binding sets.
  func refuseBound(_ reader: inout ObjectReader, of view: ViewID) throws(DocumentError) {
    for (key, channels) in BindingProperty.changeKeys where reader.has(key) {
      try refuseBound(channels, reader, key, of: view)
    }
  }

  /// Rejects a change, by a key, of channels that a binding sets.
  func refuseBound(
    _ channels: [MotionChannel], _ reader: ObjectReader, _ key: String, of view: ViewID
  ) throws(DocumentError) {
    for channel in channels {
      guard let name = writers.binding(of: channel, view.index) else { continue }
      throw reader.error(
        "the binding \(DocumentError.quoted(name)) sets "
          + "\(numberName(channel, of: view.index)); an action cannot set it, too", atKey: key)
    }
  }

  private func number(of binding: ChannelBinding) -> String {
    if let constraint = binding.constraint { return constantName(constraint) }
    let looks = binding.looks.map(MotionChannel.look)
    let channel = looks.first ?? .animated(binding.channels[0])
    return numberName(channel, of: binding.view)
  }

  /// The step, in the text about a circle, from the source of a binding to the number that sets it:
  /// the frame that is moved by a constant, or nothing if the number is the source.
  private func way(from binding: ChannelBinding) -> String {
    guard case .frame(let number, let view) = binding.source else { return "" }
    let name = "\(viewName(view)).\(BindingProperty.name(of: number))"
    return "\(DocumentError.quoted(name)), which constraints connect with "
  }

  /// The constant of a constraint as bindings name it, in quotation marks.
  func constantName(_ constraint: String) -> String {
    DocumentError.quoted(constraint + Self.constantSuffix)
  }

  /// The name of a channel of a view as bindings name it, in quotation marks.
  private func numberName(_ channel: MotionChannel, of view: Int) -> String {
    "\"\(viewName(view)).\(BindingProperty.name(of: channel))\""
  }

  /// The name of the view at an index.
  func viewName(_ view: Int) -> String { views[view].appearance.name }
}
