import SnapbackBasics
import Testing

/// An ordered set of indices behaves like a sorted list without duplicates.
@Suite struct OrderedIndicesTests {
  /// Bounds around the sizes of a word and of a word of the summary.
  private static let bounds = [1, 63, 64, 65, 4095, 4096, 4097, 170_000]

  @Test(arguments: bounds) func membersAreThoseOfASet(bound: Int) {
    var generator = SeededGenerator(seed: UInt64(bound))
    var (indices, model) = (OrderedIndices(below: bound), Set<Int>())
    for step in 0..<2000 {
      // Removals catch up with insertions, so that words become empty again.
      let isInserting = step % 1000 < 500
      let index =
        isInserting
        ? Int.random(in: 0..<bound, using: &generator)
        : model.sorted().randomElement(using: &generator) ?? 0
      if isInserting {
        indices.insert(index)
        model.insert(index)
      } else {
        indices.remove(index)
        model.remove(index)
      }
      #expect(indices.contains(index) == isInserting)
      let start = Int.random(in: 0...bound + 70, using: &generator)
      #expect(indices.first(from: start) == model.filter { $0 >= start }.min())
      #expect(indices.isEmpty == model.isEmpty)
    }
    #expect(Array(indices) == model.sorted())
    indices.removeAll()
    #expect(indices.isEmpty && Array(indices) == [])
    indices.insert(bound - 1)
    #expect(Array(indices) == [bound - 1])
  }

  @Test func insertingTwiceAndRemovingAStrangerChangeNothing() {
    var indices = OrderedIndices(below: 200)
    for index in [130, 7, 130] { indices.insert(index) }
    indices.remove(8)
    #expect(Array(indices) == [7, 130])
    indices.remove(130)
    #expect(Array(indices) == [7])
  }

  @Test func aLoopMayChangeTheSet() {
    var indices = OrderedIndices(below: 5000)
    for index in stride(from: 0, to: 5000, by: 50) { indices.insert(index) }
    var visited: [Int] = []
    var next = indices.first(from: 0)
    while let index = next {
      visited.append(index)
      indices.remove(index)
      if index % 100 == 0, index + 1 < 5000 { indices.insert(index + 1) }
      next = indices.first(from: index + 1)
    }
    let wanted = stride(from: 0, to: 5000, by: 50).flatMap { index in
      index % 100 == 0 ? [index, index + 1] : [index]
    }
    #expect(visited == wanted)
    #expect(indices.isEmpty)
  }

  @Test(arguments: [0, -1]) func aSetBelowZeroIsEmpty(bound: Int) {
    let indices = OrderedIndices(below: bound)
    #expect(indices.isEmpty && Array(indices) == [])
  }
}
