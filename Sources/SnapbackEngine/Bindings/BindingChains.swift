import SnapbackProtocol

/// The chains of a scene's bindings: a channel that one binding sets can be the source of another.
public struct BindingChains: Sendable {
  /// The maximum number of bindings in a chain. Reading a channel at the end of a chain reads all
  /// channels of the chain.
  public static let limit = 16

  private struct Place: Hashable {
    let view: Int
    let channel: Channel
  }

  /// For each binding, the one that sets its source; nil if no binding does.
  private let previous: [Int?]

  /// Finds the chains of bindings of which no two set the same channel. O(bindings).
  public init(_ bindings: [ChannelBinding]) {
    var setters: [Place: Int] = [:]
    for (index, binding) in bindings.enumerated() {
      for channel in binding.channels {
        setters[Place(view: binding.view, channel: channel)] = index
      }
    }
    previous = bindings.map { binding in
      guard case .channel(let channel, let view) = binding.source else { return nil }
      return setters[Place(view: view, channel: channel)]
    }
  }

  /// The bindings that determine the source of a binding, nearest first, without the binding
  /// itself. The list has one binding more than ``limit`` allows if the chain is longer, and ends
  /// with the binding itself if the chain is a cycle.
  public func chain(to index: Int) -> [Int] {
    var list: [Int] = []
    var place = index
    while let next = previous[place], list.count < Self.limit {
      list.append(next)
      guard next != index else { break }
      place = next
    }
    return list
  }

  /// Whether the chain to a binding has more than ``limit`` bindings.
  public func isTooLong(to index: Int) -> Bool { chain(to: index).count >= Self.limit }

  /// The bindings of the cycle that contains a binding, each the source of the one before it; nil
  /// if there is no such cycle.
  public func cycle(through index: Int) -> [Int]? {
    let list = chain(to: index)
    return list.last == index ? list : nil
  }
}
