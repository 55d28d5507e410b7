/// What is wrong at one place of a text, before it is known which text that is.
struct ConstraintExpressionFault: Error {
  let message: String
  var hint: String?
  /// 1 is the first character, one past the last is the end.
  let column: Int
  /// The name that nothing has; whoever knows all names can add a hint.
  let unknownName: String?

  init(
    _ message: String, at column: Int, hint: String? = nil, unknownName: String? = nil
  ) {
    self.message = message
    self.hint = hint
    self.column = column
    self.unknownName = unknownName
  }

  /// The same with a hint, if a name was unknown and one of `names` is near.
  func hinted(in names: @autoclosure () -> [String]) -> Self {
    guard let unknownName else { return self }
    var fault = self
    fault.hint = ConstraintExpressionText.hint(for: unknownName, in: names())
    return fault
  }
}
