/// Where and why a text is no constraint, or none between the views that there are.
public struct ConstraintExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public var text: String
  /// What was expected and what stands there, on one line without a full stop.
  public var message: String
  /// A remedy if one is known, such as `did you mean "left"?`.
  public var hint: String?
  /// The character at fault: 1 is the first, one past the last is the end.
  public var column: Int

  init(_ fault: ConstraintExpressionFault, in text: String) {
    self.text = text
    message = fault.message
    hint = fault.hint
    column = fault.column
  }

  /// The message with its hint, and in two further lines the text with a caret under the fault.
  public var description: String {
    ConstraintExpressionText.report(message, hint: hint, text: text, column: column)
  }
}
