import SnapbackProtocol

extension BindingTable {
  /// The bindings of a source: their indices in the scene, and what ``BindingChains`` found.
  /// `constants` are those on which the source depends through the layout.
  typealias Group = (
    source: BindingSource, constants: [String],
    bindings: [(index: Int, gain: Double, errorCount: Int)]
  )

  /// The indices of the bindings, grouped by source. The groups with the shortest chains come
  /// first; groups with chains of equal length have the order of the scene.
  static func groups(of blueprint: SceneBlueprint) -> [Group] {
    let bindings = blueprint.bindings
    let chains = BindingChains(bindings, in: blueprint.layout)
    var groups: [Group] = []
    var known: [BindingSource: Int] = [:]
    let order = bindings.indices.sorted {
      (chains.depth(of: $0), $0) < (chains.depth(of: $1), $1)
    }
    for index in order {
      let source = bindings[index].source
      let binding = (
        index: index, gain: chains.gain(of: index), errorCount: chains.errorCount(to: index)
      )
      if let group = known[source] {
        groups[group].bindings.append(binding)
      } else {
        known[source] = groups.count
        groups.append((source, chains.constants(of: index), [binding]))
      }
    }
    return groups
  }

  /// The channels that a binding sets: each with the index of its entry among the views, and with
  /// the view whose number it is, which is nil for a constant.
  static func targets(
    of binding: ChannelBinding, _ values: ValuePlaces
  ) -> [(channel: Channel, view: Int, owner: Int?)] {
    if let place = binding.constraint.flatMap(values.place(ofConstant:)) {
      return binding.channels.map { (channel: $0, view: place, owner: nil) }
    }
    var targets: [(channel: Channel, view: Int, owner: Int?)] = []
    for channel in binding.channels { targets.append((channel, binding.view, binding.view)) }
    for look in binding.looks {
      guard let place = values.place(of: look, view: binding.view) else { continue }
      targets.append((look.slot, place, binding.view))
    }
    return targets
  }

  /// The given channels, and all channels that determine them through bindings. O(channels found).
  func reach(of channels: [BindingSource.Part]) -> [BindingSource.Part] {
    var reach = channels
    for channel in channels {
      var entry = place(of: channel.index)
      while let place = entry {
        reach += self.reach(of: parts(of: source(of: place)))
        entry = self.place(after: place)
      }
    }
    return reach
  }
}
