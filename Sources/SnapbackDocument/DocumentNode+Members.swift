/// Members of an object, one by one.
extension DocumentNode {
  /// The value of a key, or nothing when it is absent or this is not an object.
  ///
  /// Linear in the number of members; `ObjectReader` is for reading many.
  public func member(_ key: String) -> DocumentNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The same object without a key; what is not an object stays as it is.
  ///
  /// Positions and paths of all that remains are those of the source.
  public func removing(_ key: String) -> DocumentNode {
    guard case .object(let members) = value else { return self }
    return DocumentNode(
      value: .object(members.filter { $0.key != key }), position: position, path: path)
  }
}
