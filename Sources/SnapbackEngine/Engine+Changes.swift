import SnapbackFrames
public import SnapbackGeometry
import SnapbackGestures
public import SnapbackLayout
public import SnapbackMotion
public import SnapbackTiming

/// One thing that a program can ask of a scene.
public enum SceneChange: Hashable, Sendable {
  /// The constant of the constraint with this identifier, in points.
  case constant(String, Double)
  /// Whether the constraint with this identifier counts.
  case active(String, Bool)
  /// The size of the screen, in points.
  case screenSize(Size)
  /// What else layout depends on: size classes, size of text, safe area, keyboard.
  case traits(LayoutTraits)
  /// Whether a view is hidden; in a stack it gives up its room.
  case hidden(String, Bool)
  /// The frame of a view on the screen, in points, until the next layout pass overwrites it.
  case frame(String, Rect)
  /// The translation of a view, in points of its parent.
  case translation(String, Vector)
  /// The rotation of a view besides its tilt, in radians.
  case rotation(String, Double)
  /// The opacity of a view, 0…1.
  case alpha(String, Double)
}

extension SceneChange {
  /// Whether it changes what frames are solved from.
  fileprivate var goesThroughLayout: Bool {
    switch self {
    case .constant, .active, .screenSize, .traits, .hidden: true
    case .frame, .translation, .rotation, .alpha: false
    }
  }
}

/// Changes from outside, animated or not.
extension Engine {
  /// Makes all changes at once, or none and throws; `spring` carries what is seen of each.
  ///
  /// Every channel that changes gets the term old − new on the one spring, so whatever the
  /// layout ties together stays tied while it moves. Without a spring it jumps; motions under
  /// way go on. A layout pass that is still due runs inside, so it is animated too.
  public mutating func apply(
    _ changes: [SceneChange], animatedBy spring: Spring?, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    for change in changes { try check(change) }
    let appearances = appearances
    let names = { name in appearances.firstIndex { $0.name == name } }
    // A copy of the tree compiles its own system, so one is made only where a later change could
    // fail after an earlier one was made.
    if changes.count(where: \.goesThroughLayout) == 1 {
      for change in changes { try Self.apply(change, to: &layout, viewNamed: names) }
    } else {
      var tree = layout
      for change in changes { try Self.apply(change, to: &tree, viewNamed: names) }
      layout = tree
    }
    screen.size = layout.screenSize
    passLayout(animatedBy: spring)
    for change in changes { applyDirectly(change, animatedBy: spring) }
  }

  /// Makes a change that goes through layout; others do nothing.
  private static func apply(
    _ change: SceneChange, to tree: inout LayoutTree, viewNamed view: (String) -> Int?
  ) throws(EngineError) {
    do throws(LayoutError) {
      switch change {
      case .constant(let identifier, let value): try tree.setConstant(value, of: identifier)
      case .active(let identifier, let isActive): try tree.setActive(isActive, of: identifier)
      case .screenSize(let size): try tree.setScreenSize(size)
      case .traits(let traits): try tree.setTraits(traits)
      case .hidden(let name, let isHidden):
        try tree.setHidden(isHidden, of: ViewID(index: view(name) ?? 0))
      case .frame, .translation, .rotation, .alpha: break
      }
    } catch {
      throw .layout(error)
    }
  }

  /// Makes a change that does not go through layout.
  private mutating func applyDirectly(_ change: SceneChange, animatedBy spring: Spring?) {
    switch change {
    case .constant, .active, .screenSize, .traits, .hidden: break
    case .frame(let name, let frame):
      guard let view = view(named: name) else { return }
      set(.left, of: view, to: frame.left, with: spring)
      set(.top, of: view, to: frame.top, with: spring)
      set(.right, of: view, to: frame.right, with: spring)
      set(.bottom, of: view, to: frame.bottom, with: spring)
    case .translation(let name, let vector):
      guard let view = view(named: name) else { return }
      set(.translationX, of: view, to: vector.dx, with: spring)
      set(.translationY, of: view, to: vector.dy, with: spring)
    case .rotation(let name, let angle):
      guard let view = view(named: name) else { return }
      set(.rotation, of: view, to: angle, with: spring)
    case .alpha(let name, let alpha):
      guard let view = view(named: name) else { return }
      set(.alpha, of: view, to: alpha, with: spring)
    }
  }

  private func view(named name: String) -> Int? {
    appearances.firstIndex { $0.name == name }
  }

  private func check(_ change: SceneChange) throws(EngineError) {
    switch change {
    case .constant(let identifier, let value):
      try Self.require(value, "the constant of \"\(identifier)\"")
    case .active, .screenSize, .traits:
      break
    case .hidden(let name, _):
      guard view(named: name) != nil else { throw .unknownView(name) }
    case .frame(let name, let frame):
      guard view(named: name) != nil else { throw .unknownView(name) }
      for edge in [frame.left, frame.top, frame.right, frame.bottom] {
        try Self.require(edge, "the frame of \"\(name)\"")
      }
    case .translation(let name, let vector):
      try requireFree(name)
      try Self.require(vector.dx, "the translation of \"\(name)\"")
      try Self.require(vector.dy, "the translation of \"\(name)\"")
    case .rotation(let name, let angle):
      try requireFree(name)
      try Self.require(angle, "the rotation of \"\(name)\"")
    case .alpha(let name, let alpha):
      guard view(named: name) != nil else { throw .unknownView(name) }
      try Self.require(alpha, "the alpha of \"\(name)\"")
    }
  }

  private func requireFree(_ name: String) throws(EngineError) {
    guard let view = view(named: name) else { throw .unknownView(name) }
    guard !pans.contains(where: { $0.view == view && $0.recognizer.hasFingers }) else {
      throw .held(name)
    }
  }

  private static func require(_ value: Double, _ what: String) throws(EngineError) {
    guard value.isFinite else { throw .notFinite(what, value) }
  }
}
