import SnapbackLayout
import SnapbackMotion

/// The maps of a scene's bindings that depend on the layout or on conditions.
struct VaryingMaps: Sendable {
  private struct Rule: Sendable {
    /// The index of the binding.
    let binding: Int
    /// The points of the map, if some of them depend on the layout; otherwise nil.
    let layoutMap: LayoutMap?
    /// The map while the condition is true, for the last layout pass.
    var map: PiecewiseMap
    /// Whether ``map`` is that of a layout pass.
    var isStarted = false
    /// The condition of the binding; nil for none.
    let condition: VariationCondition?
    /// The rules of the same channels whose conditions exclude this one.
    var rivals: [Int] = []
    /// Whether the condition is true.
    var isActive = true
    /// Whether the binding was active later than its rivals.
    var isLast = true
    /// The value that the binding keeps while it is the last one and its condition is false.
    var held = 0.0
    /// Whether the binding table has a map of this rule.
    var isShown = false
  }

  /// The bindings of the scene, with the maps of the binding table; empty if no map varies.
  private var bindings: [ChannelBinding] = []
  private var rules: [Rule] = []
  /// The size classes and states of the last update; nil before the first one.
  private var context: VariationContext?
  private let hasConditions: Bool
  /// The maps that are not valid in the last layout pass, one line each.
  private(set) var warnings: [String] = []

  init(_ blueprint: SceneBlueprint) {
    hasConditions = blueprint.bindings.contains { $0.condition != nil }
    for (index, binding) in blueprint.bindings.enumerated() {
      guard binding.layoutMap != nil || binding.condition != nil else { continue }
      rules.append(
        Rule(
          binding: index, layoutMap: binding.layoutMap, map: binding.map,
          condition: binding.condition))
    }
    guard !rules.isEmpty else { return }
    bindings = blueprint.bindings
    for rule in rules { bindings[rule.binding].layoutMap = nil }
    findRivals()
  }

  private mutating func findRivals() {
    for index in rules.indices {
      let (own, condition) = (bindings[rules[index].binding], rules[index].condition)
      rules[index].rivals = rules.indices.filter { other in
        guard let condition, let others = rules[other].condition, condition.excludes(others)
        else { return false }
        let binding = bindings[rules[other].binding]
        return binding.view == own.view && binding.hasChannels(of: own)
      }
      rules[index].isLast = !rules[index].rivals.contains { $0 < index && rules[$0].isLast }
    }
  }

  /// Whether no map varies.
  var isEmpty: Bool { rules.isEmpty }

  /// Whether conditions have not been evaluated for the present size classes and states.
  func isBehind(_ context: VariationContext) -> Bool { hasConditions && context != self.context }

  /// Computes the maps for the last layout pass and the present states. A map whose source values
  /// do not rise in this layout, or that is too steep, stays as it was. O(points), plus
  /// O(bindings²) for products.
  ///
  /// Returns the indices of the bindings whose maps have changed.
  mutating func update(_ layout: LayoutStage, _ motion: borrowing MotionStore) -> [Int] {
    followLayout(layout)
    if isBehind(layout.context) { followContext(layout.context, motion) }
    var changed: [Int] = []
    for index in rules.indices {
      let (binding, map) = (rules[index].binding, presentMap(of: rules[index]))
      guard !rules[index].isShown || map != bindings[binding].map else { continue }
      rules[index].isShown = true
      bindings[binding].map = map
      changed.append(binding)
    }
    return changed
  }

  private mutating func followLayout(_ layout: LayoutStage) {
    warnings.removeAll(keepingCapacity: true)
    for index in rules.indices {
      guard let points = rules[index].layoutMap else { continue }
      if let map = points.map({ layout.value(of: $0) }) {
        rules[index].map = map
        rules[index].isStarted = true
        continue
      }
      warnings.append(warning(about: rules[index], points) { layout.value(of: $0) })
      // Without an earlier map, the target has the value of the first point.
      if !rules[index].isStarted { rules[index].map = points.start { layout.value(of: $0) } }
    }
  }

  /// Evaluates the conditions. A binding whose condition becomes false keeps its present value.
  private mutating func followContext(
    _ context: VariationContext, _ motion: borrowing MotionStore
  ) {
    let isFirst = self.context == nil
    self.context = context
    for index in rules.indices {
      guard let condition = rules[index].condition else { continue }
      let wasActive = isFirst || rules[index].isActive
      rules[index].isActive = condition.matches(context)
      if rules[index].isActive {
        rules[index].isLast = true
        for rival in rules[index].rivals { rules[rival].isLast = false }
      } else if wasActive {
        let binding = rules[index].binding
        let map = isFirst ? rules[index].map : bindings[binding].map
        let source = MotionState(value: motion.sourceValue(ofBinding: binding))
        rules[index].held = map.state(at: source).value
      }
    }
  }

  /// The map of a binding with its condition: while the condition is false, a constant. This is the
  /// last value or, if a rival was active later, the value that changes no sum or product.
  private func presentMap(of rule: Rule) -> PiecewiseMap {
    guard !rule.isActive else { return rule.map }
    let neutral = bindings[rule.binding].combination == .multiply ? 1.0 : 0
    return PiecewiseMap(constant: rule.isLast ? rule.held : neutral)
  }

  /// Continues the bindings of an earlier version of the scene whose conditions are false in both.
  mutating func adopt(_ other: VaryingMaps) {
    for index in rules.indices where !rules[index].isActive {
      let own = bindings[rules[index].binding]
      let old = other.rules.first {
        let binding = other.bindings[$0.binding]
        return !$0.isActive && binding.name == own.name && binding.hasChannels(of: own)
      }
      guard let old else { continue }
      (rules[index].held, rules[index].isLast) = (old.held, old.isLast)
    }
  }

  /// The present map of a binding.
  func map(of binding: Int) -> PiecewiseMap { bindings[binding].map }

  /// The largest magnitude of the rate at which each binding of the scene changes its channels with
  /// the present maps, per unit of its source.
  var gains: [Double] { BindingChains.gains(of: bindings) }

  private func warning(
    about rule: Rule, _ map: LayoutMap, _ value: (LayoutNumber) -> Double
  ) -> String {
    let sources = map.points.map { "\(value($0.x))" }.joined(separator: ", ")
    return "binding \"\(bindings[rule.binding].name)\": in this layout, the values of the source "
      + "are \(sources); they have to rise, with slopes up to \(LayoutMap.steepestSlope), so the "
      + "map stays as it was"
  }
}

extension MotionStore {
  /// Replaces the maps of bindings that have changed in a layout pass or with a state.
  ///
  /// With an animation, the bound channels move from their drawn values to the values of the new
  /// maps; without one, they jump. With `keepsSeen`, the drawn values stay as they are, and the
  /// models of the channels have the differences. Call this while sources are drawn as before the
  /// pass.
  mutating func adopt(
    _ maps: borrowing VaryingMaps, changed: [Int], with animation: Animation?, keepsSeen: Bool
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
      guard gap.value.magnitude > 1e-9 || gap.velocity.magnitude > 1e-6 else { continue }
      jump(channel, of: view, to: gap.value)
      guard !keepsSeen else { continue }
      carry(gap.velocity, channel, of: view)
      set(channel, of: view, to: 0, with: animation)
    }
  }

  /// The drawn value of the source of a binding.
  func sourceValue(ofBinding index: Int) -> Double {
    guard let source = bindings.source(ofBinding: index) else { return 0 }
    return Presentation(at: now).value(ofSource: source, self).value
  }

  /// Sets the models of bound channels to zero, and adds them to `models`, those of all channels.
  mutating func takeBoundModels(into models: inout [Double]) {
    for (channel, view) in bindings.targets where model(channel, of: view) != 0 {
      models[channel.index(view: view)] += model(channel, of: view)
      jump(channel, of: view, to: 0)
    }
  }
}
