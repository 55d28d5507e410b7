import SnapbackMotion

/// The maps of a scene's bindings that depend on the layout.
struct LayoutMaps: Sendable {
  private struct Rule: Sendable {
    /// The index of the binding.
    let binding: Int
    let map: LayoutMap
    /// Whether the map has been valid in any layout pass.
    var isStarted = false
  }

  /// The bindings of the scene, with the maps for the last layout pass; empty if no map depends on
  /// the layout.
  private var bindings: [ChannelBinding] = []
  private var rules: [Rule] = []
  /// The maps that are not valid in the last layout pass, one line each.
  private(set) var warnings: [String] = []

  init(_ blueprint: SceneBlueprint) {
    for (index, binding) in blueprint.bindings.enumerated() {
      if let map = binding.layoutMap { rules.append(Rule(binding: index, map: map)) }
    }
    guard !rules.isEmpty else { return }
    bindings = blueprint.bindings
    for rule in rules { bindings[rule.binding].layoutMap = nil }
  }

  /// Whether no map depends on the layout.
  var isEmpty: Bool { rules.isEmpty }

  /// Computes the maps for the last layout pass. A map whose source values do not rise in this
  /// layout, or that is too steep, stays as it was. O(points), plus O(bindings²) for products.
  ///
  /// Returns the indices of the bindings whose maps have changed.
  mutating func update(_ layout: LayoutStage) -> [Int] {
    var changed: [Int] = []
    warnings.removeAll(keepingCapacity: true)
    for index in rules.indices {
      let (rule, binding) = (rules[index], rules[index].binding)
      var next = rule.map.map { layout.value(of: $0) }
      if next == nil {
        warnings.append(warning(about: rule) { layout.value(of: $0) })
        // Without an earlier map, the target has the value of the first point.
        if !rule.isStarted { next = rule.map.start { layout.value(of: $0) } }
      } else {
        rules[index].isStarted = true
      }
      guard let map = next, !rule.isStarted || map != bindings[binding].map else { continue }
      bindings[binding].map = map
      changed.append(binding)
    }
    return changed
  }

  /// The present map of a binding.
  func map(of binding: Int) -> PiecewiseMap { bindings[binding].map }

  /// The largest magnitude of the rate at which each binding of the scene changes its channels with
  /// the present maps, per unit of its source.
  var gains: [Double] { BindingChains.gains(of: bindings) }

  private func warning(about rule: Rule, _ value: (LayoutNumber) -> Double) -> String {
    let sources = rule.map.points.map { "\(value($0.x))" }.joined(separator: ", ")
    return "binding \"\(bindings[rule.binding].name)\": in this layout, the values of the source "
      + "are \(sources); they have to rise, with slopes up to \(LayoutMap.steepestSlope), so the "
      + "map stays as it was"
  }
}

extension MotionStore {
  /// Replaces the maps of bindings that have changed in a layout pass.
  ///
  /// With an animation, the bound channels move from their drawn values to the values of the new
  /// maps; without one, they jump. With `keepsSeen`, the drawn values stay as they are, and the
  /// models of the channels have the differences. Call this while sources are drawn as before the
  /// pass.
  mutating func adopt(
    _ maps: borrowing LayoutMaps, changed: [Int], with animation: Animation?, keepsSeen: Bool
  ) {
    let targets = bindings.targets
    var seen: [MotionState] = []
    for (channel, view) in targets {
      seen.append(Presentation(at: now).value(channel, of: view, self))
    }
    if !changed.isEmpty {
      for index in changed { bindings.setMap(maps.map(of: index), ofBinding: index) }
      bindings.setGains(maps.gains)
    }
    for (place, (channel, view)) in targets.enumerated() {
      if model(channel, of: view) != 0 { jump(channel, of: view, to: 0) }
      guard animation != nil || keepsSeen else { continue }
      // A channel comes after those that it depends on, so they are drawn as before.
      let gap = seen[place] - Presentation(at: now).value(channel, of: view, self)
      guard gap.value.magnitude > 1e-9 else { continue }
      jump(channel, of: view, to: gap.value)
      guard !keepsSeen else { continue }
      carry(gap.velocity, channel, of: view)
      set(channel, of: view, to: 0, with: animation)
    }
  }

  /// Sets the models of bound channels to zero, and adds them to `models`, those of all channels.
  mutating func takeBoundModels(into models: inout [Double]) {
    for (channel, view) in bindings.targets where model(channel, of: view) != 0 {
      models[channel.index(view: view)] += model(channel, of: view)
      jump(channel, of: view, to: 0)
    }
  }
}
