/// An error in the text of a constraint: its syntax is wrong or a name does not resolve.
public struct ConstraintExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public var text: String
  /// The expected and the actual text, on one line without a final period.
  public var message: String
  /// A suggested fix, such as `did you mean "left"?`; nil if there is none.
  public var hint: String?
  /// The column of the character at fault, from 1; one past the last character is the end.
  public var column: Int

  init(_ fault: ConstraintExpressionFault, in text: String) {
    self.text = text
    message = fault.message
    hint = fault.hint
    column = fault.column
  }

  /// The message with its hint, then two lines: the text, and a caret under the fault.
  public var description: String {
    ConstraintExpressionText.report(message, hint: hint, text: text, column: column)
  }
}
