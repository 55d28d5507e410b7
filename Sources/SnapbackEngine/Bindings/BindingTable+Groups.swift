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
}
