/// Reads the members of an object by key and reports unknown keys.
///
/// Every function that takes a key marks it as known, whether or not it is present. After all keys
/// are read, call `finish(alsoKnown:)` to reject unknown keys; `read(_:file:_:)` does this itself.
/// An optional key with the value `null` is not treated as absent: its value has the wrong kind.
///
/// ```swift
/// let card = try ObjectReader.read(node, file: file) { reader throws(DocumentError) in
///   Card(
///     id: try reader.string("id"),
///     width: try reader.number("width", in: 0...4096),
///     anchor: try reader.optionalOneOf("anchor", Anchor.self) ?? .center)
/// }
/// ```
public struct ObjectReader: Sendable {
  /// The object being read.
  public let node: DocumentNode

  /// The file name to show in errors.
  public let file: String

  private let members: [DocumentNode.Member]
  private let places: KeyPlaces
  /// The keys that were requested. `isKnown` tells for each member whether its key was requested.
  private var known: [String] = []
  private var isKnown: [Bool]

  /// Starts to read an object.
  ///
  /// - Throws: an error at the node when it is not an object.
  /// - Complexity: linear in the number of members.
  public init(_ node: DocumentNode, file: String) throws(DocumentError) {
    self.node = node
    self.file = file
    members = try node.members(file: file)
    places = KeyPlaces(members)
    isKnown = Array(repeating: false, count: members.count)
  }

  /// Reads an object in a closure, then rejects its unknown keys.
  ///
  /// - Parameters:
  ///   - node: the object.
  ///   - file: the file name to show in errors.
  ///   - body: reads the members; its errors take precedence over those about unknown keys.
  /// - Throws: an error when the node is not an object, any error from `body`, and the error of
  ///   `finish(alsoKnown:)`.
  public static func read<Result>(
    _ node: DocumentNode,
    file: String,
    _ body: (inout ObjectReader) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    var reader = try ObjectReader(node, file: file)
    let result = try body(&reader)
    try reader.finish()
    return result
  }

  /// The keys of the object, in document order.
  public var keys: [String] { members.map(\.key) }

  /// Whether the object has the key. Marks the key as known.
  public mutating func has(_ key: String) -> Bool {
    optionalNode(key) != nil
  }

  /// The node of a key, for a member that may be of several kinds.
  ///
  /// - Throws: `missing key` at the object when the key is absent.
  public mutating func node(_ key: String) throws(DocumentError) -> DocumentNode {
    guard let value = optionalNode(key) else {
      throw error("missing key \(PrintableText.quoted(key))", at: node)
    }
    return value
  }

  /// The node of a key; nil when the key is absent.
  public mutating func optionalNode(_ key: String) -> DocumentNode? {
    known.append(key)
    guard let place = places.index(of: key, in: members) else { return nil }
    isKnown[place] = true
    return members[place].value
  }

  /// Rejects the first unknown key in document order.
  ///
  /// - Parameter alsoKnown: keys that are allowed although they were not read.
  /// - Throws: `unknown key` at that key, with the path of its value and the closest known key as a
  ///   hint.
  public func finish(alsoKnown: [String] = []) throws(DocumentError) {
    for (place, member) in members.enumerated()
    where !isKnown[place] && !alsoKnown.contains(member.key) {
      throw DocumentError(
        file: file,
        position: member.keyPosition,
        path: member.value.path,
        message: "unknown key \(PrintableText.quoted(member.key))",
        hint: Spelling.hint(for: member.key, in: known + alsoKnown))
    }
  }

  /// An error at a node of the same document.
  public func error(
    _ message: String, at node: DocumentNode, hint: String? = nil
  ) -> DocumentError {
    node.error(message, file: file, hint: hint)
  }

  /// An error at the value of a key, or at the object when the key is absent.
  public func error(
    _ message: String, atKey key: String, hint: String? = nil
  ) -> DocumentError {
    let place = places.index(of: key, in: members)
    return error(message, at: place.map { members[$0].value } ?? node, hint: hint)
  }
}
