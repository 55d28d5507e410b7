import SnapbackFrames
import SnapbackMotion

/// The channels of all views, by ``Channel/index(view:)``, with a count of what was done to each
/// view.
///
/// Whoever gets at a channel to change it counts, whether it changes or not. So who wants to know
/// what has changed looks at the channels of few views: with a finger on one of a hundred, at those
/// of one.
struct ChannelTable: RandomAccessCollection, MutableCollection, Sendable {
  private var values: [AnimatedValue]
  /// For each view how often its channels were got at to change them.
  private(set) var visits: [UInt64]
  /// The same for each of ``ViewBlocks``.
  private(set) var blockVisits: [UInt64]

  private static let width = Channel.allCases.count

  /// The channels of so many views.
  init(_ values: [AnimatedValue]) {
    self.values = values
    visits = Array(repeating: 0, count: values.count / Self.width)
    blockVisits = Array(repeating: 0, count: ViewBlocks.count(of: visits.count))
  }

  var startIndex: Int { 0 }
  var endIndex: Int { values.count }

  subscript(index: Int) -> AnimatedValue {
    _read { yield values[index] }
    _modify {
      visit(index / Self.width)
      yield &values[index]
    }
  }

  /// Counts a visit for something that a view has besides its channels.
  mutating func visit(_ view: Int) {
    visits[view] &+= 1
    blockVisits[ViewBlocks.block(of: view)] &+= 1
  }
}
