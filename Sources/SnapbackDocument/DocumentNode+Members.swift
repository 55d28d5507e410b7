/// Access to single members of an object.
extension DocumentNode {
  /// The value of a key; nil when the key is absent or the node is not an object.
  ///
  /// Linear in the number of members; use `ObjectReader` to read many.
  public func member(_ key: String) -> DocumentNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// A copy of the object without `key`; a node that is not an object is returned unchanged.
  ///
  /// The remaining nodes keep their positions and paths.
  public func removing(_ key: String) -> DocumentNode {
    guard case .object(let members) = value else { return self }
    return DocumentNode(
      value: .object(members.filter { $0.key != key }), position: position, path: path)
  }
}
