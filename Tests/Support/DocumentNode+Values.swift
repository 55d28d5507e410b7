public import SnapbackDocument

extension DocumentNode {
  /// The values in a message with their paths, except its `id`. Two messages say the same if these
  /// are equal, whatever the order of their keys.
  public var messageValues: Set<String> { Self.values(self, "") }

  private static func values(_ node: DocumentNode, _ path: String) -> Set<String> {
    switch node.value {
    case .object(let members):
      members.reduce(into: [path + "{}"]) { all, member in
        if member.key == "id", path.split(separator: "/").count == 1 { return }
        all.formUnion(values(member.value, path + "/" + member.key))
      }
    case .array(let items):
      items.enumerated().reduce(into: [path + "[]"]) { all, item in
        all.formUnion(values(item.element, path + "/\(item.offset)"))
      }
    default: ["\(path)=\(node.value)"]
    }
  }
}
