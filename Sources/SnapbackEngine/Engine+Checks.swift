import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion

/// What is wrong with a change, before anything is changed.
extension Engine {
  /// The largest number that a change may name: what is farther away nobody sees.
  private static let limit = 1e6
  /// How deep blocks of changes may stand in each other.
  public static let blockDepthLimit = 8

  /// Throws what is wrong with a change that the layout tree would not say.
  func check(_ change: SceneChange, in animation: Animation?, depth: Int = 0) throws(EngineError) {
    switch change {
    case .animate(let inner, let list):
      guard depth < Self.blockDepthLimit else { throw .tooDeep(limit: Self.blockDepthLimit) }
      for change in list { try check(change, in: inner ?? animation, depth: depth + 1) }
    case .layoutIfNeeded, .active, .priority, .addConstraint, .removeConstraint,
      .replaceConstraint, .screenSize, .traits, .contentSizeCategory, .widthClass, .heightClass,
      .direction, .safeArea:
      break
    case .constant(let identifier, let value), .constantBy(let identifier, let value):
      try Self.require(value, "the constant of \"\(identifier)\"")
    case .keyboardHeight(let height):
      try Self.require(height, "the height of the keyboard")
    case .hidden(let name, _), .toggleHidden(let name), .contents(let name, _),
      .baselines(let name, _, _):
      _ = try place(of: name)
    case .text(let name, let string):
      let view = try place(of: name)
      guard layout.properties(of: view).text != nil else { throw .noText(name) }
      guard string.unicodeScalars.count <= TextContent.characterLimit else {
        throw .longText(name, limit: TextContent.characterLimit)
      }
    case .stack(let name, _):
      let view = try place(of: name)
      guard layout.properties(of: view).stack != nil else { throw .noStack(name) }
    default:
      try checkDirect(change, in: animation)
    }
  }

  private func checkDirect(
    _ change: SceneChange, in animation: Animation?
  ) throws(EngineError) {
    switch change {
    case .scrollOffset(let name, let offset):
      let view = try place(of: name)
      guard layout.contentSize(of: view) != nil else {
        throw .layout(.notScrolling(name))
      }
      try require([offset.dx, offset.dy], "the scroll offset", of: name)
    case .frame(let name, let frame):
      try require([frame.left, frame.top, frame.right, frame.bottom], "the frame", of: name)
    case .center(let name, let x, let y):
      try require([x ?? 0, y ?? 0], "the centre", of: name)
    case .centerBy(let name, let offset):
      try require([offset.dx, offset.dy], "the centre", of: name)
    case .transform(let name, let to):
      try requireFree(name, in: animation)
      try require(
        [
          to.translation.dx, to.translation.dy, to.rotation, to.shear, to.scale.dx, to.scale.dy,
        ], "the transform", of: name)
    case .translation(let name, let vector):
      try requireFree(name, in: animation)
      try require([vector.dx, vector.dy], "the translation", of: name)
    case .rotation(let name, let angle):
      try requireFree(name, in: animation)
      try require([angle], "the rotation", of: name)
    case .scale(let name, let scale):
      try require([scale.dx, scale.dy], "the scale", of: name)
    case .alpha(let name, let alpha):
      try require([alpha], "the alpha", of: name)
    case .color(let name, _):
      _ = try place(of: name)
    case .gesture(let name, _):
      guard interaction.gestures.contains(where: { $0.name == name }) else {
        throw .unknownGesture(name)
      }
    default: break
    }
  }

  private func place(of name: String) throws(EngineError) -> Int {
    guard let view = view(named: name) else { throw .unknownView(name) }
    return view
  }

  private func require(
    _ values: [Double], _ what: String, of name: String
  ) throws(EngineError) {
    _ = try place(of: name)
    for value in values { try Self.require(value, "\(what) of \"\(name)\"") }
  }

  /// What a finger holds cannot jump; an animation of it waits until the finger lets go.
  private func requireFree(_ name: String, in animation: Animation?) throws(EngineError) {
    let view = try place(of: name)
    guard animation != nil || !manipulation.isHeld(view, parts) else { throw .held(name) }
  }

  private static func require(_ value: Double, _ what: String) throws(EngineError) {
    guard value.magnitude <= limit else { throw .outOfRange(what, value, limit: limit) }
  }
}
