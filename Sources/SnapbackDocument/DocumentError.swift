/// What is wrong with a document, and where.
///
/// Syntax errors, and errors in the meaning of a well-formed document, use this one type, so that a
/// user always sees the same form of message.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the document, as the caller gave it.
  public let file: String

  /// The place of the fault.
  public let position: SourcePosition

  /// The path of the node at fault, or the root for a syntax error.
  public let path: DocumentPath

  /// The fault, as a phrase without a final full stop.
  public let message: String

  /// A possible remedy, such as `did you mean "width"?`.
  public let hint: String?

  /// Whether the document asks for more than is allowed here, which may be right elsewhere.
  public let isLimit: Bool

  /// Makes an error.
  ///
  /// Nothing is checked; the message and the hint may hold any text, because `description` escapes
  /// what would break its line.
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

  /// The whole error on exactly one line: `file:line:column: path: message — hint`.
  ///
  /// The path is left out when it is the root. Control characters and line separators are escaped,
  /// also those of the file name.
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
