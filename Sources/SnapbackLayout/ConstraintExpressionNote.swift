/// What a value keeps of the text it was read from, for messages: it never makes two values differ.
struct ConstraintExpressionNote<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
