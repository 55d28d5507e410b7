public import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The dependencies between the numbers that a scene's bindings set.
///
/// A number depends on the sources of its bindings. A source that bindings set depends on their
/// sources in turn. A frame depends on the constants of all constraints of its connected set.
public struct BindingChains: Sendable {
  /// The maximum number of bindings that a number depends on. Reading the number evaluates each of
  /// them. A binding that the number depends on in several ways counts once for each way.
  public static let limit = 16

  /// A number that bindings set.
  private struct Number {
    /// The bindings that set the number.
    var setters: [Int] = []
    /// The bindings that read the number.
    var readers: [Int] = []
    /// The number of setters whose own dependencies are not known yet.
    var waiting = 0
    var depth = 0
    var count = 0
    var slope = 0.0
    /// The number of approximate motions whose errors add up in the number.
    var errors = 0
    /// The largest ``errors`` of the number and of all numbers that inherit its error.
    var mostErrors = 0
  }

  /// The known properties of a binding.
  private struct Link {
    /// The numbers that determine the source and that bindings set.
    var sources: [Int] = []
    /// Whether the source is a number of a frame, which also depends on the layout.
    var readsFrame = false
    /// The constants that bindings set and on which the source depends through the layout.
    var constants: [String] = []
    /// The numbers that the binding sets.
    var targets: [Int] = []
    /// The number of sources whose own dependencies are not known yet.
    var waiting = 0
    /// Whether the binding and everything that determines its source is outside all cycles.
    var isKnown = false
    var depth = 0
    var slope = 0.0
  }

  /// A number that a binding sets or reads.
  private enum Key: Hashable {
    /// A channel, by its index.
    case channel(Int)
    /// A channel of a view's look.
    case look(LookChannel, view: Int)
    /// The constant of a constraint.
    case constant(String)
  }

  private var numbers: [Number] = []
  private var links: [Link] = []
  /// The bindings outside cycles; each comes after the bindings that set its source.
  private var order: [Int] = []
  private let gains: [Double]

  /// Finds the dependencies. O(bindings), plus O(constraints) if bindings set constants.
  ///
  /// - Parameter layout: the constraints through which frames depend on constants that bindings
  ///   set; nil to leave these dependencies out.
  public init(_ bindings: [ChannelBinding], in layout: LayoutTree? = nil) {
    gains = Self.gains(of: bindings)
    var places: [Key: Int] = [:]
    for (index, binding) in bindings.enumerated() {
      var link = Link()
      for key in Self.targets(of: binding) {
        if places[key] == nil {
          places[key] = numbers.count
          numbers.append(Number())
        }
        guard let number = places[key] else { continue }
        numbers[number].setters.append(index)
        numbers[number].waiting += 1
        link.targets.append(number)
      }
      links.append(link)
    }
    let constants = Set(bindings.compactMap(\.constraint)).sorted()
    let connections = constants.isEmpty ? nil : layout.map { LayoutConnections($0) }
    for (index, binding) in bindings.enumerated() {
      let keys = Self.keys(of: binding.source, constants, connections)
      if case .frame = binding.source {
        links[index].readsFrame = true
        for case .constant(let name) in keys { links[index].constants.append(name) }
      }
      links[index].sources = keys.compactMap { places[$0] }
      links[index].waiting = links[index].sources.count
      for number in links[index].sources { numbers[number].readers.append(index) }
    }
    follow()
    countErrors(bindings)
  }

  private static func targets(of binding: ChannelBinding) -> [Key] {
    if let constraint = binding.constraint { return [.constant(constraint)] }
    return binding.channels.map { Key.channel($0.index(view: binding.view)) }
      + binding.looks.map { Key.look($0, view: binding.view) }
  }

  /// The numbers that determine a source, if bindings set them. `constants` are the constraints
  /// whose constants bindings set.
  private static func keys(
    of source: BindingSource, _ constants: [String], _ connections: LayoutConnections?
  ) -> [Key] {
    switch source {
    case .channel(let channel, let view): return [.channel(channel.index(view: view))]
    case .look(let channel, let view): return [.look(channel, view: view)]
    case .constant(let name): return [.constant(name)]
    case .gesture, .progress: return []
    case .frame(let number, let view):
      guard let connections else { return [] }
      return constants.filter {
        connections.connects($0, to: number.attribute, of: ViewID(index: view))
      }.map { .constant($0) }
    }
  }

  /// Follows the dependencies from the numbers that no binding sets.
  private mutating func follow() {
    var known = links.indices.filter { links[$0].sources.isEmpty }
    while let index = known.popLast() {
      order.append(index)
      let sources = links[index].sources.map { numbers[$0] }
      links[index].isKnown = true
      links[index].depth = sources.reduce(0) { max($0, $1.depth) }
      let own = sources.isEmpty || links[index].readsFrame ? 1.0 : 0
      links[index].slope = sources.reduce(own) { $0 + $1.slope } * gains[index]
      for number in links[index].targets {
        numbers[number].depth = max(numbers[number].depth, links[index].depth + 1)
        let count = sources.reduce(numbers[number].count + 1) { $0 + $1.count }
        numbers[number].count = min(count, Self.limit + 1)
        numbers[number].slope += links[index].slope
        numbers[number].waiting -= 1
        guard numbers[number].waiting == 0 else { continue }
        for reader in numbers[number].readers {
          links[reader].waiting -= 1
          if links[reader].waiting == 0 { known.append(reader) }
        }
      }
    }
  }

  /// Counts the approximate motions whose errors add up in each number. A product, a curve and a
  /// follower have such a motion. All except followers inherit the errors of their sources.
  private mutating func countErrors(_ bindings: [ChannelBinding]) {
    for index in order {
      let binding = bindings[index]
      let sources = binding.follow == nil ? links[index].sources : []
      let inherited = sources.reduce(0) { $0 + numbers[$1].errors }
      for number in links[index].targets {
        // A product has one motion for all of its factors.
        let isOwn =
          binding.combination == .multiply
          ? numbers[number].setters.first == index : !binding.hasClosedForm
        let errors = numbers[number].errors + inherited + (isOwn ? 1 : 0)
        numbers[number].errors = min(errors, Self.limit)
      }
    }
    for index in order.reversed() {
      for number in links[index].targets {
        let most = max(numbers[number].mostErrors, numbers[number].errors)
        numbers[number].mostErrors = most
        for source in links[index].sources where bindings[index].follow == nil {
          numbers[source].mostErrors = max(numbers[source].mostErrors, most)
        }
      }
    }
  }

  /// The largest magnitude of the rate at which each binding changes its channels, per unit of its
  /// source. In a product, it depends on the largest magnitudes of the other factors.
  /// O(bindings²) for products, else O(bindings).
  static func gains(of bindings: [ChannelBinding]) -> [Double] {
    bindings.enumerated().map { index, binding in
      let slope = binding.steepestSlope
      guard binding.combination == .multiply else { return slope }
      return bindings.enumerated().reduce(slope) {
        $1.offset != index && binding.sharesChannel(with: $1.element)
          ? $0 * $1.element.largestMagnitude : $0
      }
    }
  }

  /// The largest magnitude of the rate at which a binding changes its channels, per unit of its
  /// source.
  public func gain(of index: Int) -> Double { gains[index] }

  /// The largest number of approximate motions whose errors add up in a number that a binding sets,
  /// or in a number that inherits its error; at most ``limit``.
  public func errorCount(to index: Int) -> Int {
    links[index].targets.reduce(0) { max($0, numbers[$1].mostErrors) }
  }

  /// The constants that bindings set and on which the source of a binding depends through the
  /// layout. Empty if these constants depend on the source in turn, or on more than ``limit``
  /// bindings; this is possible after constraints have been added to a running scene.
  func constants(of index: Int) -> [String] {
    let count = links[index].sources.reduce(0) { $0 + numbers[$1].count }
    return links[index].isKnown && count <= Self.limit ? links[index].constants : []
  }

  /// The maximum number of bindings in a chain that ends at the source of a binding.
  public func depth(of index: Int) -> Int { links[index].depth }

  /// Whether a number that a binding sets depends on more than ``limit`` bindings.
  public func isTooLong(to index: Int) -> Bool {
    links[index].targets.contains { numbers[$0].count > Self.limit }
  }

  /// The largest magnitude of the rate at which a binding changes its target, per unit of the
  /// numbers at the beginning of its chains.
  public func steepestSlope(to index: Int) -> Double { links[index].slope }

  /// The bindings of a cycle; nil if there is none. Each binding of the list sets the source of the
  /// one before it, and the first sets the source of the last. O(bindings).
  public var cycle: [Int]? {
    guard var index = links.firstIndex(where: { !$0.isKnown }) else { return nil }
    var (list, places): ([Int], [Int: Int]) = ([], [:])
    while places[index] == nil {
      places[index] = list.count
      list.append(index)
      // A source of such a binding is set by another one.
      let setters = links[index].sources.flatMap { numbers[$0].setters }
      guard let next = setters.first(where: { !links[$0].isKnown }) else { return nil }
      index = next
    }
    let cycle = list[(places[index] ?? 0)...]
    let first = cycle.enumerated().min { $0.element < $1.element }?.offset ?? 0
    return Array(cycle.dropFirst(first) + cycle.prefix(first))
  }
}
