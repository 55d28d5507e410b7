/// A fault at one position of a text; ``ConstraintExpressionError`` adds the text.
struct ConstraintExpressionFault: Error {
  let message: String
  var hint: String?
  /// The column from 1; one past the last character is the end.
  let column: Int
  /// The unknown name, if that is the fault; a caller that knows all names can add a hint.
  let unknownName: String?

  init(
    _ message: String, at column: Int, hint: String? = nil, unknownName: String? = nil
  ) {
    self.message = message
    self.hint = hint
    self.column = column
    self.unknownName = unknownName
  }

  /// Adds a hint if a name was unknown and `names` contains a close one.
  func hinted(in names: @autoclosure () -> [String]) -> Self {
    guard let unknownName else { return self }
    var fault = self
    fault.hint = ConstraintExpressionText.hint(for: unknownName, in: names())
    return fault
  }
}
