/// An error in a document, with its position and path.
///
/// Syntax errors and semantic errors share this type, so that messages always have the same form.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the document, as the caller gave it.
  public let file: String

  /// The position of the error.
  public let position: SourcePosition

  /// The path of the node at fault; the root for a syntax error.
  public let path: DocumentPath

  /// The message, a phrase without a final period.
  public let message: String

  /// A suggested fix, such as `did you mean "width"?`.
  public let hint: String?

  /// Whether the document exceeds a limit that applies only in this context. It may be valid
  /// elsewhere.
  public let isLimit: Bool

  /// Makes an error.
  ///
  /// The arguments are not checked. The message and the hint may hold any text, because
  /// `description` escapes characters that would break the line.
  public init(
    file: String,
    position: SourcePosition,
    path: DocumentPath = .root,
    message: String,
    hint: String? = nil,
    isLimit: Bool = false
  ) {
    self.file = file
    self.position = position
    self.path = path
    self.message = message
    self.hint = hint
    self.isLimit = isLimit
  }

  /// The error on a single line: `file:line:column: path: message — hint`.
  ///
  /// The path is omitted when it is the root. Control characters and line separators are escaped,
  /// including those in the file name.
  public var description: String {
    var text = "\(file):\(position.line):\(position.column): "
    if !path.isRoot { text += "\(path): " }
    text += message
    if let hint { text += " — \(hint)" }
    return PrintableText.singleLine(text)
  }

  /// A name from a document in double quotes, for use in a message.
  ///
  /// Quotes, backslashes and invisible characters are escaped, and names longer than 60 Unicode
  /// scalars are shortened.
  public static func quoted(_ name: String) -> String {
    PrintableText.quoted(name)
  }
}
