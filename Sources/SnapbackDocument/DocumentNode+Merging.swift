/// Merging one document into another.
extension DocumentNode {
  /// This node as a document of its own. Paths start at this node; positions still refer to the
  /// source text.
  public var asRoot: DocumentNode { placed(at: .root) }

  /// This document with a patch applied.
  ///
  /// - Objects are merged by key; `null` removes a key.
  /// - An array is merged by name if each of its elements in the patch is an object with a string
  ///   `id` or `name`; `id` takes precedence. A new element goes to the end, or in front of the
  ///   element that `before` names; an existing element with `before` is moved there.
  ///   `remove: true` removes the element. The keys `before` and `remove` are not part of the
  ///   result.
  /// - Any other value is replaced, including other arrays as a whole.
  ///
  /// Paths are those of the result. The position of each part refers to the text that the part came
  /// from. The rules for objects are those of JSON Merge Patch, RFC 7396.
  ///
  /// - Throws: an error at an element of the patch that names a missing element.
  /// - Complexity: linear in the sizes of both documents.
  public func merged(with part: DocumentNode, file: String) throws(DocumentError) -> DocumentNode {
    try Self.merge(self, part, file: file).asRoot
  }

  private func placed(at path: DocumentPath) -> DocumentNode {
    let placed: Value =
      switch value {
      case .null, .boolean, .number, .string: value
      case .array(let elements):
        .array(
          elements.enumerated().map { index, element in
            element.placed(at: path.appending(index: index))
          })
      case .object(let members):
        .object(
          members.map { member in
            Member(
              key: member.key, keyPosition: member.keyPosition,
              value: member.value.placed(at: path.appending(key: member.key)))
          })
      }
    return DocumentNode(value: placed, position: position, path: path)
  }

  private static func merge(
    _ old: DocumentNode?, _ new: DocumentNode, file: String
  ) throws(DocumentError) -> DocumentNode {
    switch new.value {
    case .null, .boolean, .number, .string: return new
    case .object(let members):
      var base: [Member] = []
      if case .object(let known)? = old?.value { base = known }
      return DocumentNode(
        value: .object(try merge(base, members, file: file)), position: new.position,
        path: new.path)
    case .array(let elements):
      guard !elements.isEmpty, elements.allSatisfy({ $0.identity != nil }) else {
        return DocumentNode(
          value: .array(
            try elements.map { element throws(DocumentError) in
              try merge(nil, element, file: file)
            }), position: new.position, path: new.path)
      }
      var base: [DocumentNode] = []
      if case .array(let known)? = old?.value { base = known }
      return DocumentNode(
        value: .array(try merge(base, elements, file: file)), position: new.position,
        path: new.path)
    }
  }

  private static func merge(
    _ old: [Member], _ new: [Member], file: String
  ) throws(DocumentError) -> [Member] {
    var places: [String: Int] = [:]
    var result: [Member?] = old
    for (index, member) in old.enumerated() { places[member.key] = index }
    for member in new {
      let place = places[member.key]
      if case .null = member.value.value {
        if let place { result[place] = nil }
        continue
      }
      let value = try merge(place.flatMap { result[$0]?.value }, member.value, file: file)
      let merged = Member(key: member.key, keyPosition: member.keyPosition, value: value)
      if let place {
        result[place] = merged
      } else {
        places[member.key] = result.count
        result.append(merged)
      }
    }
    return result.compactMap { $0 }
  }

  private static func merge(
    _ old: [DocumentNode], _ new: [DocumentNode], file: String
  ) throws(DocumentError) -> [DocumentNode] {
    var result = NamedElements(old)
    for element in new {
      guard let name = element.identity else { continue }
      let (plain, removes, before) = try element.instructions(file: file)
      let place = result.index(of: name)
      if removes {
        guard let place else { throw result.unknown(name, in: element, file: file) }
        result.remove(place)
        continue
      }
      let merged = try merge(place.map { result[$0] }, plain, file: file)
      guard let before else {
        if let place { result[place] = merged } else { result.append(merged, named: name) }
        continue
      }
      if let place { result.remove(place) }
      guard let target = result.index(of: before) else {
        throw result.unknown(before, in: element, file: file)
      }
      result.insert(merged, named: name, before: target)
    }
    return result.elements
  }

  /// The name of an array element: its `id`, otherwise its `name`.
  var identity: String? {
    guard case .object(let members) = value else { return nil }
    func text(_ key: String) -> String? {
      for member in members where member.key == key {
        if case .string(let text) = member.value.value { return text }
      }
      return nil
    }
    return text("id") ?? text("name")
  }

  /// Separates the merge instructions `remove` and `before` from the element itself.
  private func instructions(
    file: String
  ) throws(DocumentError) -> (plain: DocumentNode, removes: Bool, before: String?) {
    guard case .object(let members) = value else { return (self, false, nil) }
    var (removes, before) = (false, String?.none)
    var kept: [Member] = []
    for member in members {
      switch member.key {
      case "remove": removes = try member.value.boolean(file: file)
      case "before": before = try member.value.string(file: file)
      default: kept.append(member)
      }
    }
    if removes, kept.count > 1 || before != nil {
      throw error("an element to remove has only its name and \"remove\"", file: file)
    }
    return (
      DocumentNode(value: .object(kept), position: position, path: path), removes, before
    )
  }
}
