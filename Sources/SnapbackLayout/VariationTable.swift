/// A value for each pair of size classes and each combination of the states that it depends on.
public struct VariationTable<Value: Hashable & Sendable>: Hashable, Sendable {
  /// A state that the values depend on.
  private struct Axis: Hashable {
    /// The index of the state in the scene.
    let state: Int
    /// The number of the state's values.
    let count: Int
  }

  /// The states that the values depend on, in the order of the scene.
  private let axes: [Axis]
  /// Four values, one for each pair of size classes, for each combination of values of the states.
  /// Without states, a single value if all four are equal: most tables have no variants, and a
  /// large scene has one for each view and for each constraint.
  private var values: [Value]

  /// Makes a table with the same value in every context.
  public init(_ value: Value) {
    axes = []
    values = [value]
  }

  /// Makes a table from a base value and variants, for the states of a scene. In each context, the
  /// variants whose conditions are true are applied to the base value, from the weakest condition
  /// to the strongest (``VariationCondition/isWeaker(than:)``). Of conditions that are equally
  /// strong, the last one is applied last.
  ///
  /// The number of values is four times ``combinations(of:states:)``.
  public init<Variant, Failure>(
    _ base: Value, variants: [(condition: VariationCondition, variant: Variant)],
    states: [SceneState] = [], apply: (Variant, inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    guard !variants.isEmpty else {
      (axes, values) = ([], [base])
      return
    }
    axes = Self.axes(of: variants.map(\.condition), states)
    let combinations = axes.reduce(1) { $0 * $1.count }
    values = Array(repeating: base, count: 4 * combinations)
    let ordered = variants.sorted { $0.condition.isWeaker(than: $1.condition) }
    let initial = VariationContext(
      SizeClasses(width: .compact, height: .compact), states: states.map { _ in 0 })
    for context in contexts(around: initial) {
      for (condition, variant) in ordered where condition.matches(context) {
        try apply(variant, &values[index(context)])
      }
    }
    simplify()
  }

  /// The number of combinations of values of the states that conditions require; `Int.max` if the
  /// number is too large.
  public static func combinations(
    of conditions: [VariationCondition], states: [SceneState]
  ) -> Int {
    axes(of: conditions, states).reduce(1) { product, axis in
      let (result, overflow) = product.multipliedReportingOverflow(by: axis.count)
      return overflow ? .max : result
    }
  }

  private static func axes(of conditions: [VariationCondition], _ states: [SceneState]) -> [Axis] {
    let needed = Set(conditions.flatMap { $0.requirements.map(\.state) })
    let theme = VariationCondition.Requirement.themeState
    return (needed.contains(theme) ? [Axis(state: theme, count: Theme.allCases.count)] : [])
      + states.indices.filter(needed.contains).map {
        Axis(state: $0, count: states[$0].values.count)
      }
  }

  /// Whether the values depend on a state, by its index.
  public func depends(on state: Int) -> Bool {
    !axes.isEmpty && axes.contains { $0.state == state }
  }

  /// The value in a context.
  public subscript(context: VariationContext) -> Value {
    get { values[index(context)] }
    set {
      if isUniform { values = Array(repeating: values[0], count: 4) }
      values[index(context)] = newValue
      simplify()
    }
  }

  /// The value at an index that ``index(_:)`` returned for this table.
  subscript(index: Int) -> Value { _read { yield values[index] } }

  /// Whether the value is the same in every context.
  var isUniform: Bool { values.count == 1 }

  /// Keeps only one of equal values. Equal tables thus have equal storage.
  private mutating func simplify() {
    guard axes.isEmpty, !isUniform, values.dropFirst().allSatisfy({ $0 == values[0] }) else {
      return
    }
    values = [values[0]]
  }

  /// A context for each value: those that differ from `context` only in what the values depend on.
  public func contexts(around context: VariationContext) -> [VariationContext] {
    let pairs = SizeClass.allCases.flatMap { width in
      SizeClass.allCases.map { SizeClasses(width: width, height: $0) }
    }
    var contexts = pairs.map {
      VariationContext($0, states: context.states, theme: context.theme)
    }
    let theme = VariationCondition.Requirement.themeState
    for axis in axes
    where axis.state == theme || context.states.indices.contains(axis.state) {
      contexts = contexts.flatMap { context in
        (0..<axis.count).map { value in
          var context = context
          context.set(axis.state, to: value)
          return context
        }
      }
    }
    return contexts
  }

  /// Updates all values.
  public mutating func update(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
    simplify()
  }

  /// The index of the value in a context. It depends only on the size classes and on the states for
  /// which ``depends(on:)`` is true.
  func index(_ context: VariationContext) -> Int {
    if isUniform { return 0 }
    let classes = context.classes
    var index = 0
    for axis in axes {
      let value = context.value(of: axis.state)
      index = index * axis.count + min(max(value, 0), axis.count - 1)
    }
    return 4 * index + (classes.width == .regular ? 2 : 0) + (classes.height == .regular ? 1 : 0)
  }
}
