import SnapbackProtocol

/// The bound constants that the sources of bound constants do not follow. Otherwise, reading a
/// constant would not end, or would take too long.
///
/// A constant that a binding sets is a driver of the layout. Drivers move edges, the translations
/// of grabbed views, and the ends of the ranges of scroll offsets. But if such a number determines
/// a bound constant, it follows only certain bound constants:
///
/// - A frame follows those on which it depended when the scene began. They do not depend on the
///   frame, and ``BindingChains/limit`` bounds the bindings to be read.
/// - A translation and a scroll offset follow none.
///
/// For frames, this applies only where bindings read them: the edges themselves, as drawn, follow
/// all drivers. A frame as a source is read as a whole, so a constant that moves two edges of it
/// alike has no effect on its size. In the scene as loaded, the constants that the frame does not
/// follow have no effect on it. But a client can add constraints at any time.
struct ConstantBarriers: Sendable {
  /// The channels that determine bound constants, by index.
  private var channels: Set<Int> = []
  /// For each source that determines a bound constant, the channels of the bound constants that it
  /// follows.
  private var followed: [Int: [Int]] = [:]
  /// The index of the first bound constant.
  private var first = Int.max

  /// The barriers of a scene's bindings.
  init(_ bindings: BindingTable) {
    guard bindings.setsConstants else { return }
    for place in 0..<bindings.entryCount {
      let (channel, view) = bindings.target(of: place)
      guard bindings.owner(of: place) == nil else { continue }
      first = min(first, channel.index(view: view))
      let source = bindings.parts(of: bindings.source(of: place))
      for part in bindings.reach(of: source) { channels.insert(part.index) }
    }
    for source in 0..<bindings.sourceCount {
      for place in bindings.entries(of: source) {
        let (channel, view) = bindings.target(of: place)
        let index = channel.index(view: view)
        guard bindings.owner(of: place) == nil || channels.contains(index) else { continue }
        followed[source] = bindings.boundConstants(of: source)
      }
    }
  }

  /// Whether the channel at an index determines a bound constant.
  func contains(_ channel: Int) -> Bool { first < .max && channels.contains(channel) }

  /// Whether the translation of a view along any axis determines a bound constant.
  func contains(anyTranslationOf view: Int) -> Bool {
    first < .max && Channel.translations.contains { channels.contains($0.index(view: view)) }
  }

  /// Whether the translation at an index does not follow a driver.
  func separates(_ translation: Int, from driver: Int) -> Bool {
    driver >= first && channels.contains(translation)
  }

  /// The channels of the bound constants that a source follows; nil for all.
  func constants(followedBy source: Int) -> [Int]? {
    first < .max ? followed[source] : nil
  }

  /// Whether a source that follows certain bound constants follows a driver.
  func follows(_ driver: Int, among constants: [Int]) -> Bool {
    driver < first || constants.contains(driver)
  }

  /// The rates of the end of a scroll offset's range, without those of the drivers that it does not
  /// follow. If an offset determines a bound constant or is itself a driver of the layout, the end
  /// of its range does not follow bound constants.
  func separate(_ rates: [Double], of offset: Int, from drivers: [Int]) -> [Double] {
    guard first < .max, contains(offset) || drivers.contains(offset) else { return rates }
    return zip(rates, drivers).map { $1 >= first ? 0 : $0 }
  }
}
