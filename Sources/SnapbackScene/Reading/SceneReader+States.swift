import SnapbackDocument
import SnapbackEngine
import SnapbackLayout

/// Reads states, the conditions of variations, and changes of states.
extension SceneReader {
  /// The maximum number of states of a scene.
  static var stateLimit: Int { 100 }
  /// The maximum length of the name of a state or a value, in characters.
  static var stateNameLimit: Int { 100 }
  /// The maximum number of combinations of values of the states that the variations of one object
  /// name. The object has four values for each combination.
  static var combinationLimit: Int { 32 }

  /// Reads the states that the document declares.
  func readStates(_ reader: inout ObjectReader) throws(DocumentError) -> [SceneState] {
    var states: [SceneState] = []
    for member in try DocumentKeys.states(&reader) {
      guard states.count < Self.stateLimit else {
        throw member.value.error("a scene has at most \(Self.stateLimit) states", file: file)
      }
      try checkWord(member.key, for: "a state", at: member.value)
      var values: [String] = []
      for node in try member.value.array(count: SceneRanges.stateValues, file: file) {
        let value = try node.string(file: file)
        try checkWord(value, for: "a value", at: node)
        guard !values.contains(value) else {
          throw node.error("two values of \"\(member.key)\" are called \"\(value)\"", file: file)
        }
        values.append(value)
      }
      states.append(SceneState(member.key, values: values))
    }
    return states
  }

  /// Throws if a word cannot name a state or a value.
  private func checkWord(
    _ word: String, for what: String, at node: DocumentNode
  ) throws(DocumentError) {
    guard Self.isName(word), word != "and", word.count <= Self.stateNameLimit else {
      throw node.error(
        "\"\(word.prefix(Self.stateNameLimit))\" cannot be \(what): at most "
          + "\(Self.stateNameLimit) letters, digits and _, no digit first, and not \"and\"",
        file: file)
    }
  }

  /// Reads the variations of an object by their conditions.
  func readVariants(
    _ members: [DocumentNode.Member]
  ) throws(DocumentError) -> [(condition: VariationCondition, variant: DocumentNode)] {
    var variants: [(condition: VariationCondition, variant: DocumentNode)] = []
    var known: Set<VariationCondition> = []
    for member in members {
      let condition = try readCondition(member.key, of: "variation", at: member.value)
      guard known.insert(condition).inserted else {
        let what = condition.requirements.isEmpty ? "pattern" : "condition"
        throw member.value.error(
          "variation \"\(member.key)\": expected each \(what) once, found \"\(member.key)\"",
          file: file)
      }
      variants.append((condition, member.value))
    }
    let count = VariationTable<Bool>.combinations(of: variants.map(\.condition), states: states)
    guard let last = members.last, count > Self.combinationLimit else { return variants }
    throw last.value.error(
      "these variations depend on states with more than \(Self.combinationLimit) combinations of "
        + "values; name fewer states here", file: file)
  }

  /// Reads a condition: patterns of size classes and required values of states, with `and` between
  /// them. `noun` says in errors what has the condition.
  func readCondition(
    _ text: String, of noun: String, at node: DocumentNode
  ) throws(DocumentError) -> VariationCondition {
    var condition = VariationCondition()
    var hasPattern = false
    var hasTheme = false
    func fault(_ message: String) -> DocumentError {
      node.error("\(noun) \"\(text)\": \(message)", file: file)
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    let parts = words.split(separator: "and", omittingEmptySubsequences: false)
    for part in parts {
      guard !part.isEmpty || parts.count == 1 else {
        throw fault("expected a condition on each side of \"and\"")
      }
      let part = part.joined(separator: " ")
      if part.contains("=") {
        let requirement = try readRequirement(part, at: node, fault)
        guard !condition.requirements.contains(where: { $0.state == requirement.state }) else {
          throw fault("expected each state once, found \"\(states[requirement.state].name)\" twice")
        }
        condition.requirements.insert(requirement)
        continue
      }
      if let theme = Theme(rawValue: part) {
        guard !hasTheme else { throw fault("expected one theme, found two") }
        hasTheme = true
        condition.requirements.insert(.theme(theme))
        continue
      }
      guard !hasPattern else { throw fault("expected one pattern of size classes, found two") }
      hasPattern = true
      do throws(SizeClassError) {
        condition.pattern = try SizeClassPattern(parsing: part)
      } catch {
        throw fault(error.description)
      }
    }
    return condition
  }

  /// Reads the condition of an action or a gesture; nil if it has none.
  func readWhen(_ node: DocumentNode?) throws(DocumentError) -> VariationCondition? {
    guard let node else { return nil }
    return try readCondition(try node.string(file: file), of: "condition", at: node)
  }

  /// Reads a state, `=` and a value.
  private func readRequirement(
    _ text: String, at node: DocumentNode, _ fault: (String) -> DocumentError
  ) throws(DocumentError) -> VariationCondition.Requirement {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map { side in
      String(side.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
    }
    let isWhole = text.filter { !$0.isWhitespace } == sides.joined(separator: "=")
    guard sides.count == 2, isWhole, sides.allSatisfy(Self.isName) else {
      throw fault("expected a state, \"=\" and a value, found \"\(text)\"")
    }
    let state = try index(ofState: sides[0], at: node)
    return VariationCondition.Requirement(
      state: state, value: try index(ofValue: sides[1], of: states[state], at: node))
  }

  private func index(ofState name: String, at node: DocumentNode) throws(DocumentError) -> Int {
    guard let index = states.firstIndex(where: { $0.name == name }) else {
      throw node.unknownChoice(name, of: "state", in: states.map(\.name), file: file)
    }
    return index
  }

  private func index(
    ofValue value: String, of state: SceneState, at node: DocumentNode
  ) throws(DocumentError) -> Int {
    guard let index = state.values.firstIndex(of: value) else {
      throw node.unknownChoice(value, of: "value of \(state.name)", in: state.values, file: file)
    }
    return index
  }

  /// Reads a change of a state.
  func readStateChange(_ reader: inout ObjectReader) throws(DocumentError) -> SceneChange {
    let node = try StateChangeKeys.state(&reader)
    let name = try node.string(file: file)
    let state = states[try index(ofState: name, at: node)]
    let value = try StateChangeKeys.value(&reader)
    let word = try value.string(file: file)
    _ = try index(ofValue: word, of: state, at: value)
    return .state(name, word)
  }
}
