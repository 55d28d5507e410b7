import SnapbackProtocol

/// The channels that do not follow certain constants, because those constants follow them.
///
/// A constant that a binding sets is a driver of the layout. Drivers move edges, the translations
/// of grabbed views, and the ends of the ranges of scroll offsets. If such a channel determines the
/// constant, it does not follow the constant in turn. Otherwise, reading it would not end.
///
/// A scene whose bindings form a circle through the layout is rejected when it is read. But a
/// client can add constraints at any time.
struct ConstantBarriers: Sendable {
  /// For each channel that determines a bound constant, the first such constant. Both are indices
  /// of channels; a constant comes after those on which it depends.
  private var barriers: [Int: Int] = [:]
  /// The index of the first bound constant.
  private var first = Int.max

  /// The barriers of a scene's bindings.
  init(_ bindings: BindingTable, _ tree: ViewTree) {
    guard bindings.setsConstants else { return }
    for place in 0..<bindings.entryCount {
      let (channel, view) = bindings.target(of: place)
      guard !tree.indices.contains(view) else { continue }
      let constant = channel.index(view: view)
      first = min(first, constant)
      let source = bindings.parts(of: bindings.source(of: place))
      for part in bindings.reach(of: source) where tree.indices.contains(part.view) {
        barriers[part.index] = min(barriers[part.index] ?? constant, constant)
      }
    }
  }

  /// Whether no channel determines a bound constant.
  var isEmpty: Bool { barriers.isEmpty }

  /// Whether the channel at an index determines a bound constant.
  func contains(_ channel: Int) -> Bool { !isEmpty && barriers[channel] != nil }

  /// Whether the channel at an index does not follow a driver.
  func separates(_ channel: Int, from driver: Int) -> Bool {
    barriers[channel].map { driver >= $0 } ?? false
  }

  /// The rates of the end of a scroll offset's range, without those of the drivers that it does not
  /// follow. If an offset determines a bound constant or is itself a driver of the layout, the end
  /// of its range does not follow bound constants.
  func separate(_ rates: [Double], of offset: Int, from drivers: [Int]) -> [Double] {
    guard first < .max, contains(offset) || drivers.contains(offset) else { return rates }
    return zip(rates, drivers).map { $1 >= first ? 0 : $0 }
  }
}
