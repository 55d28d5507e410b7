public import SnapbackLayout
public import SnapbackProtocol

/// Everything that an engine starts from: screen, views, constraints, gestures and actions.
public struct SceneBlueprint: Sendable {
  /// The properties of a view that are not in the layout tree.
  public struct View: Hashable, Sendable {
    /// The properties that a renderer needs.
    public var appearance: ViewAppearance
    /// Opacity, 0…1.
    public var alpha: Double
    /// The views that touches on the view and its descendants can hit.
    public var touches = TouchReception.own
    /// The insets from the view's bounds to its hit area, in points of its own coordinates;
    /// negative insets make the hit area larger than the view.
    public var hitInsets = EdgeInsets.zero
    /// The look in each context; nil for a view without one. The index of the view in it has no
    /// meaning.
    public var look: VariationTable<ViewLook>?

    /// Creates a view from its parts. Touches can hit it.
    public init(appearance: ViewAppearance, alpha: Double = 1) {
      self.appearance = appearance
      self.alpha = alpha
    }
  }

  /// The screen.
  public var screen: ScreenDescription
  /// The views, in the layout tree's order; the first is the screen itself.
  public var views: [View]
  /// The views, guides and constraints of the layout.
  public var layout: LayoutTree
  /// The gestures.
  public var gestures: [SceneGesture]
  /// The actions that the scene runs without a client.
  public var actions: [SceneAction]
  /// The bindings between views.
  public var bindings: [ChannelBinding]
  /// The bindings of actions to gestures.
  public var progressBindings: [ProgressBinding]
  /// The report of the layout pass that ``layOut(measuredAs:)`` ran; nil if it ran none. With a
  /// report, an engine skips its first pass.
  private(set) var layoutReport: LayoutReport?

  /// Creates a blueprint from its parts.
  public init(
    screen: ScreenDescription, views: [View], layout: LayoutTree, gestures: [SceneGesture],
    actions: [SceneAction] = [], bindings: [ChannelBinding] = [],
    progressBindings: [ProgressBinding] = []
  ) {
    self.screen = screen
    self.views = views
    self.layout = layout
    self.gestures = gestures
    self.actions = actions
    self.bindings = bindings
    self.progressBindings = progressBindings
  }

  /// The names of the states and of their values, in the order of the scene. The first value of a
  /// state is the initial one.
  public var stateNames: [(state: String, values: [String])] {
    layout.states.states.map { (state: $0.name, values: $0.values) }
  }

  /// The constraints whose constants are driven by gestures, without duplicates, in the order of
  /// the gestures.
  var drivenConstraints: [String] {
    var names: [String] = []
    for gesture in gestures {
      guard case .constant(let behavior) = gesture.binding, !names.contains(behavior.constraint)
      else { continue }
      names.append(behavior.constraint)
    }
    return names
  }

  /// The constraints whose constants bindings set, without duplicates. A constant comes after those
  /// on which it depends.
  var boundConstraints: [String] {
    guard bindings.contains(where: { $0.constraint != nil }) else { return [] }
    let chains = BindingChains(bindings, in: layout)
    var depths: [String: Int] = [:]
    var names: [String] = []
    for (index, binding) in bindings.enumerated() {
      guard let name = binding.constraint else { continue }
      if depths[name] == nil { names.append(name) }
      depths[name] = max(depths[name] ?? 0, chains.depth(of: index))
    }
    let order = names.indices.sorted {
      (depths[names[$0]] ?? 0, $0) < (depths[names[$1]] ?? 0, $1)
    }
    return order.map { names[$0] }
  }

  /// The constraints whose constants are channels: those that gestures drive, then those that
  /// bindings set, then those that bindings and triggers only read. Without duplicates.
  var constants: [String] {
    let names = drivenConstraints + boundConstraints
    let known = Set(names)
    let read: [String] = readValues {
      if case .constant(let name) = $0 { name } else { nil }
    }
    return names + read.filter { !known.contains($0) }
  }

  /// The values that `value` returns for the sources of bindings and of triggers, without
  /// duplicates.
  func readValues<Value: Hashable>(_ value: (BindingSource) -> Value?) -> [Value] {
    var (values, known): ([Value], Set<Value>) = ([], [])
    for source in bindings.map(\.source) + actions.flatMap(\.crossings).map(\.source) {
      guard let value = value(source), known.insert(value).inserted else { continue }
      values.append(value)
    }
    return values
  }

  /// The numbers of gestures that bindings and triggers read, without duplicates.
  var gestureNumbers: [GestureNumber] {
    readValues { if case .gesture(let number) = $0 { number } else { nil } }
  }

  /// The thresholds of triggers that depend on the layout, without duplicates.
  var thresholds: [LayoutNumber] {
    var (numbers, known): ([LayoutNumber], Set<LayoutNumber>) = ([], [])
    for case let number? in actions.flatMap(\.crossings).map(\.origin)
    where known.insert(number).inserted {
      numbers.append(number)
    }
    return numbers
  }

  /// Runs the layout pass ahead of time, so that the engine need not run it. Texts have the sizes
  /// that were measured for a running layout, if there is one. At least O(constraints).
  public mutating func layOut(measuredAs running: LayoutTree? = nil) {
    if let running { layout.copyMeasuredSizes(of: running) }
    layoutReport = layout.layoutIfNeeded() ?? layoutReport
  }

  /// Traps unless the parts of the blueprint are consistent: the views are those of the layout
  /// tree, parents precede children, gestures and bindings refer to these views, and no number
  /// depends on itself or on too many bindings.
  func validate() {
    precondition(
      views.count == layout.viewCount,
      "A blueprint describes exactly the views of its layout tree.")
    precondition(
      gestures.allSatisfy { views.indices.contains($0.view) },
      "A blueprint's gestures are on its views.")
    precondition(
      views.indices.dropFirst().allSatisfy {
        (0..<$0).contains(views[$0].appearance.parent ?? 0)
      },
      "A blueprint names parents before their children.")
    let chains = BindingChains(bindings)
    precondition(
      bindings.allSatisfy {
        views.indices.contains($0.view) && views.indices.contains($0.source.view ?? 0)
          && ($0.constraint != nil || $0.channels.allSatisfy(ChannelBinding.settable.contains))
          && ($0.looks.isEmpty || views[$0.view].look != nil)
      }, "A blueprint's bindings set channels of its views from other numbers.")
    precondition(
      chains.cycle == nil && !bindings.indices.contains(where: chains.isTooLong),
      "Chains of bindings end.")
  }
}
