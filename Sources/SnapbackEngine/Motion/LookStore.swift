import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The looks of a scene's views, and the places of their channels.
///
/// Only views with a look have these channels. ``ChannelTable`` stores them after the channels of
/// ``ValuePlaces``, in three entries for each look: that of the text and the fill, that of the
/// border, and that of the shadow. An entry has the slots of a view's channels, and a channel of a
/// look uses one of those that are not spatial (``LookChannel/slot``), so code that depends on the
/// slot, such as reduced motion, also holds for looks.
struct LookStore: Sendable {
  /// The look of a view.
  struct Entry: Sendable {
    let view: Int
    let table: VariationTable<ViewLook>
    /// The look in the present context, without the values that changes have set.
    var look: ViewLook
    /// The channels that bindings set.
    let bound: Set<LookChannel>
    /// Whether something can move the look. Only then is it in frames.
    var isFree: Bool
  }

  /// The number of entries of ``ChannelTable`` for each look.
  static let width = 3

  /// The looks in the order of their views.
  private(set) var entries: [Entry] = []
  /// The index of the first entry of a look. The entries of views and of all other values come
  /// before it.
  let first: Int
  /// The number of changes, by variations, of values that cannot move, such as images.
  private(set) var revision: UInt64 = 0
  private var context: VariationContext
  private var direction: LayoutDirection

  init(_ blueprint: SceneBlueprint) {
    context = blueprint.layout.context
    direction = blueprint.layout.traits.direction
    first =
      blueprint.views.count + blueprint.constants.count + blueprint.gestureNumbers.count
      + blueprint.thresholds.count + blueprint.progresses.count
    var bound: [Int: Set<LookChannel>] = [:]
    for binding in blueprint.bindings where !binding.looks.isEmpty {
      bound[binding.view, default: []].formUnion(binding.looks)
    }
    for (view, properties) in blueprint.views.enumerated() {
      guard let table = properties.look else { continue }
      let look = Self.look(of: view, table, context, direction)
      let own = bound[view] ?? []
      entries.append(
        Entry(view: view, table: table, look: look, bound: own, isFree: !own.isEmpty))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The index of a view's look; nil for a view without one. O(log looks).
  func rank(of view: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].view < view { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].view == view ? low : nil
  }

  /// The place of a channel among the views.
  func place(of channel: LookChannel, rank: Int) -> Int {
    first + Self.width * rank + channel.part
  }

  /// The places of a look.
  func places(rank: Int) -> Range<Int> {
    first + Self.width * rank..<first + Self.width * (rank + 1)
  }

  /// The channel in a slot of a place; nil if the place is not one of a look, or has no such
  /// channel.
  func channel(_ slot: Channel, at place: Int) -> LookChannel? {
    guard place >= first, place < first + Self.width * entries.count else { return nil }
    return LookChannel.all.first { $0.part == (place - first) % Self.width && $0.slot == slot }
  }

  /// The view whose look has the entry at an index; nil if the entry is not one of a look.
  func view(at place: Int) -> Int? {
    guard place >= first, place < first + Self.width * entries.count else { return nil }
    return entries[(place - first) / Self.width].view
  }

  /// Whether bindings set a channel of a look.
  func isBound(_ channel: LookChannel, rank: Int) -> Bool {
    entries[rank].bound.contains(channel)
  }

  /// Records that a look can move from now on, so that frames contain it. Returns false if that was
  /// already recorded.
  mutating func free(rank: Int) -> Bool {
    guard !entries[rank].isFree else { return false }
    entries[rank].isFree = true
    return true
  }

  /// The look of a view in a context. `leading` and `trailing` become the sides that they mean in
  /// a scene that reads from right to left, so a renderer needs no reading direction.
  private static func look(
    of view: Int, _ table: VariationTable<ViewLook>, _ context: VariationContext,
    _ direction: LayoutDirection
  ) -> ViewLook {
    var look = table[context]
    look.view = view
    guard direction == .rightToLeft else { return look }
    switch look.textAlignment {
    case .leading: look.textAlignment = .right
    case .trailing: look.textAlignment = .left
    case .center, .left, .right: break
    }
    return look
  }

  /// Sets the context for which variations are chosen, and the reading direction. Returns the
  /// values that can move and that the variations change, and the indices of their looks. Values
  /// that bindings set are not among them: variations change at most their defaults.
  mutating func adopt(
    _ next: VariationContext, _ nextDirection: LayoutDirection
  ) -> [(rank: Int, channel: LookChannel, value: Double)] {
    guard next != context || nextDirection != direction else { return [] }
    context = next
    direction = nextDirection
    var news: [(rank: Int, channel: LookChannel, value: Double)] = []
    for rank in entries.indices {
      let look = Self.look(of: entries[rank].view, entries[rank].table, context, direction)
      var old = entries[rank].look
      guard look != old else { continue }
      entries[rank].look = look
      for channel in LookChannel.all
      where look.moving[channel] != old.moving[channel] && !isBound(channel, rank: rank) {
        news.append((rank, channel, look.moving[channel]))
      }
      old.moving = look.moving
      if old != look { revision &+= 1 }
    }
    return news
  }

  /// The channels of all looks of a blueprint at rest, as ``ChannelTable`` stores them. Those that
  /// bindings set are 0.
  static func values(of blueprint: SceneBlueprint) -> [AnimatedValue] {
    var values: [AnimatedValue] = []
    let store = LookStore(blueprint)
    for (rank, entry) in store.entries.enumerated() {
      let look = entry.look.moving
      let start = values.count
      values += Array(repeating: AnimatedValue(0), count: width * Channel.count)
      for channel in LookChannel.all where !store.isBound(channel, rank: rank) {
        values[start + channel.slot.index(view: channel.part)] = AnimatedValue(look[channel])
      }
    }
    return values
  }
}

extension LookChannel {
  /// The entry of a look that has the channel: that of the text and the fill, of the border, or of
  /// the shadow.
  var part: Int {
    switch self {
    case .textRed, .textGreen, .textBlue, .textAlpha, .fillAlpha: 0
    case .borderRed, .borderGreen, .borderBlue, .borderAlpha, .borderWidth: 1
    case .shadowX, .shadowY, .shadowOpacity, .shadowRadius: 2
    }
  }

  /// The view's channel whose slot this channel uses in its entry: components of colors use those
  /// of the fill, opacities that of `alpha`, and lengths that of the corner radius. Exceptions are
  /// the opacity of the fill and the offset of the shadow, because other channels of their entries
  /// use these slots. None of the view's channels is spatial.
  var slot: Channel {
    switch self {
    case .textRed, .borderRed, .shadowX: .red
    case .textGreen, .borderGreen, .shadowY: .green
    case .textBlue, .borderBlue: .blue
    case .textAlpha, .borderAlpha, .shadowOpacity: .alpha
    case .fillAlpha, .borderWidth, .shadowRadius: .cornerRadius
    }
  }
}

extension RestThresholds {
  /// The largest invisible change of a channel of a look.
  func threshold(of channel: LookChannel) -> RestThreshold {
    switch channel {
    case .textRed, .textGreen, .textBlue, .borderRed, .borderGreen, .borderBlue:
      RestThreshold(offset: 0.5)
    case .textAlpha, .fillAlpha, .borderAlpha, .shadowOpacity: RestThreshold(offset: 1.0 / 512)
    case .borderWidth, .shadowX, .shadowY, .shadowRadius: length
    }
  }
}
