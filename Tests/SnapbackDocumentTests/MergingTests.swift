import SnapbackBasics
import SnapbackDocument
import Testing

/// ``DocumentNode/merged(with:file:)`` on arrays whose elements have names.
struct MergingTests {
  /// An instruction of a patch: the name, and the operation.
  private struct Instruction {
    let name: Int
    let removes: Bool
    let before: Int?

    var text: String {
      var members = ["name: \"e\(name)\""]
      if removes { members.append("remove: true") } else { members.append("changed: true") }
      if let before { members.append("before: \"e\(before)\"") }
      return "{" + members.joined(separator: ", ") + "}"
    }
  }

  /// The order of the names after the instructions, or nil if an instruction names a missing
  /// element. The oracle searches an array for every instruction.
  private func expected(_ names: [Int], _ patch: [Instruction]) -> [Int]? {
    var names = names
    for instruction in patch {
      let place = names.firstIndex(of: instruction.name)
      if instruction.removes {
        guard let place else { return nil }
        names.remove(at: place)
      } else if let before = instruction.before {
        if let place { names.remove(at: place) }
        guard let target = names.firstIndex(of: before) else { return nil }
        names.insert(instruction.name, at: target)
      } else if place == nil {
        names.append(instruction.name)
      }
    }
    return names
  }

  private func document(_ elements: [String]) throws -> DocumentNode {
    try DocumentNode.parse("{list: [\(elements.joined(separator: ", "))]}", file: "test")
  }

  private func names(_ document: DocumentNode) throws -> [Int] {
    var reader = try ObjectReader(document, file: "test")
    return try reader.node("list").array(file: "test").map { element in
      var element = try ObjectReader(element, file: "test")
      return try #require(Int(try element.string("name").dropFirst()))
    }
  }

  @Test func elementsAreMovedAddedAndRemovedAsInASearchedArray() throws {
    var generator = SeededGenerator(seed: 19)
    var (merged, refused) = (0, 0)
    for _ in 0..<400 {
      let old = Array((0..<12).shuffled(using: &generator).prefix(8))
      let patch = (0..<Int.random(in: 1...10, using: &generator)).map { _ in
        let removes = Int.random(in: 0..<4, using: &generator) == 0
        return Instruction(
          name: Int.random(in: 0..<12, using: &generator), removes: removes,
          before: removes || Bool.random(using: &generator)
            ? nil : Int.random(in: 0..<12, using: &generator))
      }
      let base = try document(old.map { "{name: \"e\($0)\"}" })
      let part = try document(patch.map(\.text))
      let result = try? base.merged(with: part, file: "test")
      let order = try result.map(names)
      #expect(order == expected(old, patch), "\(old) with \(patch.map(\.text))")
      if order == nil { refused += 1 } else { merged += 1 }
    }
    #expect(merged > 50 && refused > 50)
  }

  @Test func aPatchOfManyElementsIsMergedInLinearTime() throws {
    // A linear search for each element would compare 72 million names.
    let base = try document((0..<12_000).map { "{name: \"e\($0)\"}" })
    let part = try document((0..<6_000).reversed().map { "{name: \"e\($0)\", remove: true}" })
    let clock = ContinuousClock()
    var left: [Int] = []
    let time = try clock.measure { left = try names(base.merged(with: part, file: "test")) }
    #expect(left == Array(6_000..<12_000))
    #expect(time < .seconds(5))
  }
}
