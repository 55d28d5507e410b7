/// A part of the source text that a value keeps for messages; it does not affect equality.
struct ConstraintExpressionNote<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
