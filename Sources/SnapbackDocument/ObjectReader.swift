/// Reads the members of an object by their keys, and finds the keys that nobody asked for.
///
/// Every function that takes a key makes that key known, whether it is present or not. After all
/// keys are read, `finish(alsoKnown:)` rejects the ones that are not known; `read(_:file:_:)` does
/// this by itself. `null` is a value like any other: an optional key that holds `null` is an error
/// of kind, not an absent key.
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
  /// The object that is read.
  public let node: DocumentNode

  /// The name of the document, as errors show it.
  public let file: String

  private let members: [DocumentNode.Member]
  private let places: KeyPlaces
  /// What was asked for, and which members were.
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

  /// Reads a whole object in a closure, then rejects its unknown keys.
  ///
  /// - Parameters:
  ///   - node: the object.
  ///   - file: the name to show in errors.
  ///   - body: reads the members; its own errors win over those about unknown keys.
  /// - Throws: an error when the node is not an object, whatever `body` throws, and the error of
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

  /// Whether the object has the key, which becomes known.
  public mutating func has(_ key: String) -> Bool {
    optionalNode(key) != nil
  }

  /// The value of a key as it is, for a member that may be of several kinds.
  ///
  /// - Throws: `missing key` at the object when it is absent.
  public mutating func node(_ key: String) throws(DocumentError) -> DocumentNode {
    guard let value = optionalNode(key) else {
      throw error("missing key \(PrintableText.quoted(key))", at: node)
    }
    return value
  }

  /// The value of a key as it is, or nothing when it is absent.
  public mutating func optionalNode(_ key: String) -> DocumentNode? {
    known.append(key)
    guard let place = places.place(of: key, in: members) else { return nil }
    isKnown[place] = true
    return members[place].value
  }

  /// Rejects the first key, in document order, that is not known.
  ///
  /// - Parameter alsoKnown: keys that are allowed although nobody asked for them.
  /// - Throws: `unknown key` at that key, with the path of its value and with the nearest known key
  ///   as hint.
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
    let place = places.place(of: key, in: members)
    return error(message, at: place.map { members[$0].value } ?? node, hint: hint)
  }
}
