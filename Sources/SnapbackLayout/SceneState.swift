/// A variable of a scene that has one of several named values, as `sheet` with the values `closed`,
/// `half` and `open`. Variations may depend on it.
public struct SceneState: Hashable, Sendable {
  /// The name, unique among the states of the scene.
  public var name: String
  /// The names of the values, at least one; the first is the initial value.
  public var values: [String]

  /// Creates a state from its name and the names of its values.
  public init(_ name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The states of a scene and their present values.
public struct StateValues: Hashable, Sendable {
  /// The states, in the order of the document.
  public let states: [SceneState]
  /// The index of the present value of each state among its values.
  private(set) var indices: [Int]

  /// Creates states that have their initial values.
  public init(_ states: [SceneState] = []) {
    self.states = states
    indices = Array(repeating: 0, count: states.count)
  }

  /// Whether there are no states.
  public var isEmpty: Bool { states.isEmpty }

  /// The present value of the state with a name; nil if there is no such state.
  public subscript(name: String) -> String? {
    index(of: name).flatMap { place in
      let values = states[place].values
      return values.indices.contains(indices[place]) ? values[indices[place]] : nil
    }
  }

  /// The index of the state with a name.
  func index(of name: String) -> Int? { states.firstIndex { $0.name == name } }

  /// Sets the value of a state. Returns the index of the state; nil if it has this value already.
  mutating func set(_ name: String, to value: String) throws(LayoutError) -> Int? {
    guard let place = index(of: name) else { throw .unknownState(name) }
    guard let index = states[place].values.firstIndex(of: value) else {
      throw .unknownValue(value, of: name)
    }
    guard indices[place] != index else { return nil }
    indices[place] = index
    return place
  }

  /// The indices of values of these states that stand for values of other states: the values with
  /// the same names. A state without a counterpart has its present value.
  package func translated(_ other: [Int], of others: StateValues) -> [Int] {
    var result = indices
    for (place, state) in states.enumerated() {
      guard let twin = others.index(of: state.name), other.indices.contains(twin),
        let index = state.values.firstIndex(of: others.states[twin].values[other[twin]])
      else { continue }
      result[place] = index
    }
    return result
  }
}
