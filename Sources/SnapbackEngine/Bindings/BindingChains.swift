import SnapbackProtocol

/// The chains of a scene's bindings. A chain forms where a channel that one binding sets is the
/// source of another binding.
public struct BindingChains: Sendable {
  /// The maximum number of bindings in a chain. Reading a channel at the end of a chain reads all
  /// channels of the chain.
  public static let limit = 16

  private struct Place: Hashable {
    let view: Int
    let channel: Channel
  }

  /// For each binding, the index of the binding that sets its source; nil if no binding does.
  private let previous: [Int?]

  /// Finds the chains. No two of the bindings may set the same channel. O(bindings).
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

  /// The bindings that determine the source of a binding, nearest first.
  ///
  /// The list has at most ``limit`` bindings, even if the chain is longer. It does not contain the
  /// binding itself. Exception: if the binding is part of a cycle of at most ``limit`` bindings,
  /// the list ends with it.
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

  /// Whether the chain that ends with a binding has more than ``limit`` bindings, including that
  /// binding.
  public func isTooLong(to index: Int) -> Bool { chain(to: index).count >= Self.limit }

  /// The bindings of the cycle that contains a binding; nil if there is no such cycle. The first
  /// binding of the list sets the source of that binding, and each further one sets the source of
  /// the one before it.
  public func cycle(through index: Int) -> [Int]? {
    let list = chain(to: index)
    return list.last == index ? list : nil
  }
}
