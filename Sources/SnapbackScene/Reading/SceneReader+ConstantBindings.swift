import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// Reads bindings that set the constant of a constraint.
extension SceneReader {
  /// The constraint whose constant a binding sets; nil for another target.
  func readBoundConstraint(_ node: DocumentNode) throws(DocumentError) -> String? {
    let text = try node.string(file: file)
    guard text.hasSuffix(Self.constantSuffix) else { return nil }
    let name = String(text.dropLast(Self.constantSuffix.count))
    guard constraintNames.contains(name) else {
      throw node.unknownName(name, of: "constraint", in: constraintNames.names, file: file)
    }
    return name
  }

  /// Reads a binding of the constant of a constraint. The layout is a linear function of such a
  /// constant between the points of its map, so only maps of lines are allowed.
  mutating func readConstantBinding(
    _ reader: inout ObjectReader, named name: String, _ from: DocumentNode, _ to: DocumentNode,
    of constraint: String
  ) throws(DocumentError) -> ChannelBinding {
    try refuseKeys(&reader)
    let source = try readBindingSource(from, returning: BindingKeys.returns(&reader))
    guard source.unit != .velocity else {
      throw from.error(
        "the velocity of fingers jumps from report to report, so it cannot set a constant; name "
          + "another number", file: file)
    }
    let combination = try BindingKeys.combine(&reader)
    guard combination != .multiply else {
      throw reader.error("constants cannot be multiplied; use \"add\"", atKey: "combine")
    }
    try claim(constraint, named: name, combination, at: to)
    try refuseVaried(constraint, boundBy: name, at: to)
    let maps = try readMaps(
      &reader, from: source, to: "constant", in: .points, isFactor: false)
    guard maps.layoutMaps[0] == nil else {
      throw reader.error(
        "the layout depends on the constant, so its map cannot depend on the layout; use numbers "
          + "and metrics", atKey: "map")
    }
    guard maps.maps[0].isLinear else {
      throw reader.error(
        "the map of a constant has no curves, because views have to move with the layout at every "
          + "moment; use lines", atKey: "map")
    }
    return ChannelBinding(
      name: name, from: source.number, toConstantOf: constraint, through: maps.maps[0],
      combination: combination ?? .add)
  }

  /// Rejects the keys that bindings of constants do not have.
  private func refuseKeys(_ reader: inout ObjectReader) throws(DocumentError) {
    for key in ["follow", "when"] where reader.has(key) {
      throw reader.error(
        "a constant equals the value of its map at any time, so its binding has no \"\(key)\"; "
          + "remove it", atKey: key)
    }
  }

  /// Makes a binding a writer of a constant. It is an error if the constant has another writer with
  /// which the binding cannot combine.
  private mutating func claim(
    _ constraint: String, named name: String, _ combination: ChannelBinding.Combination?,
    at node: DocumentNode
  ) throws(DocumentError) {
    let writer = ChannelWriters.Writer.binding(
      ChannelWriters.Binding(name: name, target: nil, combination: combination, condition: nil))
    if let other = writers.rival(of: writer, forConstant: constraint) {
      throw rivalry(
        of: writer, with: other, for: constantName(constraint), at: node, canMultiply: false)
    }
    writers.add(writer, ofConstant: constraint)
  }

  /// Rejects a constraint whose variations set its constant.
  private func refuseVaried(
    _ constraint: String, boundBy name: String, at node: DocumentNode
  ) throws(DocumentError) {
    guard let layout, let table = layout.variations(of: constraint),
      table.contexts(around: layout.context).contains(where: { table[$0].constant != nil })
    else { return }
    throw node.error(
      "the binding \(DocumentError.quoted(name)) and a variation of the constraint both set "
        + "\(constantName(constraint)); keep one of them", file: file)
  }

  /// Rejects a change of a constant that a binding sets.
  func refuseBoundConstant(
    _ constraint: String, _ reader: inout ObjectReader
  ) throws(DocumentError) {
    guard let name = writers.binding(ofConstant: constraint) else { return }
    for key in ["constant", "by"] where reader.has(key) {
      throw reader.error(
        "the binding \(DocumentError.quoted(name)) sets \(constantName(constraint)); an action "
          + "cannot set it, too", atKey: key)
    }
  }
}
