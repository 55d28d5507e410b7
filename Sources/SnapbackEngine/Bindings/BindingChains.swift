import SnapbackMotion
import SnapbackProtocol

/// The dependencies between the numbers that a scene's bindings set.
///
/// A number depends on the sources of its bindings. A source that bindings set depends on their
/// sources in turn.
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
    /// The number that the binding reads; nil if no binding sets it.
    var source: Int?
    /// The numbers that the binding sets.
    var targets: [Int]
    /// Whether the binding and everything that determines its source is outside all cycles.
    var isKnown = false
    var depth = 0
    var slope = 0.0
  }

  private var numbers: [Number] = []
  private var links: [Link] = []
  /// The bindings outside cycles; each comes after the bindings that set its source.
  private var order: [Int] = []
  private let gains: [Double]

  /// Finds the dependencies. O(bindings).
  public init(_ bindings: [ChannelBinding]) {
    gains = Self.gains(of: bindings)
    var places: [Int: Int] = [:]
    for (index, binding) in bindings.enumerated() {
      var link = Link(targets: [])
      for channel in binding.channels {
        let place = channel.index(view: binding.view)
        if places[place] == nil {
          places[place] = numbers.count
          numbers.append(Number())
        }
        guard let number = places[place] else { continue }
        numbers[number].setters.append(index)
        numbers[number].waiting += 1
        link.targets.append(number)
      }
      links.append(link)
    }
    for (index, binding) in bindings.enumerated() {
      guard case .channel(let channel, let view) = binding.source,
        let number = places[channel.index(view: view)]
      else { continue }
      numbers[number].readers.append(index)
      links[index].source = number
    }
    follow(bindings)
    countErrors(bindings)
  }

  /// Follows the dependencies from the numbers that no binding sets.
  private mutating func follow(_ bindings: [ChannelBinding]) {
    var known = links.indices.filter { links[$0].source == nil }
    while let index = known.popLast() {
      order.append(index)
      let source = links[index].source.map { numbers[$0] }
      links[index].isKnown = true
      links[index].depth = source?.depth ?? 0
      links[index].slope = (source?.slope ?? 1) * gains[index]
      for number in links[index].targets {
        numbers[number].depth = max(numbers[number].depth, links[index].depth + 1)
        let count = numbers[number].count + (source?.count ?? 0) + 1
        numbers[number].count = min(count, Self.limit + 1)
        numbers[number].slope += links[index].slope
        numbers[number].waiting -= 1
        if numbers[number].waiting == 0 { known += numbers[number].readers }
      }
    }
  }

  /// Counts the approximate motions whose errors add up in each number. A product, a curve and a
  /// follower have such a motion. All except followers inherit the errors of their sources.
  private mutating func countErrors(_ bindings: [ChannelBinding]) {
    for index in order {
      let binding = bindings[index]
      let source = binding.follow == nil ? links[index].source : nil
      let inherited = source.map { numbers[$0].errors } ?? 0
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
        guard let source = links[index].source, bindings[index].follow == nil else { continue }
        numbers[source].mostErrors = max(numbers[source].mostErrors, most)
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
      func sharesChannel(_ other: ChannelBinding) -> Bool {
        other.view == binding.view && other.channels.contains(where: binding.channels.contains)
      }
      return bindings.enumerated().reduce(slope) {
        $1.offset != index && sharesChannel($1.element)
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
      // The source of such a binding is set by another one.
      guard let source = links[index].source,
        let next = numbers[source].setters.first(where: { !links[$0].isKnown })
      else { return nil }
      index = next
    }
    let cycle = list[(places[index] ?? 0)...]
    let first = cycle.enumerated().min { $0.element < $1.element }?.offset ?? 0
    return Array(cycle.dropFirst(first) + cycle.prefix(first))
  }
}
