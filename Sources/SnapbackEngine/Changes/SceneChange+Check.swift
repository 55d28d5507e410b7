import SnapbackBasics
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Validation of the changes of a block before any of them is made.
extension SceneChange {
  /// The largest magnitude of a number in a change; larger values are far off the screen.
  private static let limit = 1e6

  /// Throws the error of an invalid change. The layout tree reports further errors when the change
  /// is made.
  func check(
    in animation: Animation?, _ parts: borrowing SceneParts, _ manipulation: borrowing Manipulation,
    depth: Int = 0
  ) throws(EngineError) {
    switch self {
    case .animate(let inner, let list):
      let limit = Engine.blockDepthLimit
      guard depth < limit else { throw .tooDeep(limit: limit) }
      for change in list {
        try change.check(in: inner ?? animation, parts, manipulation, depth: depth + 1)
      }
    case .layoutIfNeeded, .active, .priority, .addConstraint, .removeConstraint,
      .replaceConstraint, .screenSize, .traits, .contentSizeCategory, .widthClass, .heightClass,
      .theme, .direction, .safeArea, .state:
      break
    case .constant(let identifier, let value), .constantBy(let identifier, let value):
      if let (binding, name) = binding(in: parts) { throw .bound(name, by: binding) }
      try Self.require(value, "the constant of \"\(identifier)\"")
    case .progress(let action, let value):
      try Self.require(value, "the progress of \"\(action)\"")
    case .keyboardHeight(let height):
      try Self.require(height, "the height of the keyboard")
    case .hidden(let name, _), .toggleHidden(let name), .contents(let name, _),
      .baselines(let name, _, _):
      _ = try Self.view(named: name, parts)
    case .text(let name, let string):
      let view = try Self.view(named: name, parts)
      guard parts.layout.properties(of: view).text != nil else { throw .noText(name) }
      guard string.unicodeScalars.count <= TextContent.characterLimit else {
        throw .longText(name, limit: TextContent.characterLimit)
      }
    case .stack(let name, _):
      let view = try Self.view(named: name, parts)
      guard parts.layout.properties(of: view).stack != nil else { throw .noStack(name) }
    default:
      try checkDirect(in: animation, parts, manipulation)
    }
  }

  private func checkDirect(
    in animation: Animation?, _ parts: borrowing SceneParts, _ manipulation: borrowing Manipulation
  ) throws(EngineError) {
    func require(_ values: [Double], _ what: String, of name: String) throws(EngineError) {
      _ = try Self.view(named: name, parts)
      for value in values { try Self.require(value, "\(what) of \"\(name)\"") }
    }
    // A view that a finger holds cannot jump; an animated change waits for the release.
    func requireFree(_ name: String) throws(EngineError) {
      let view = try Self.view(named: name, parts)
      guard animation != nil || !manipulation.isHeld(view, parts) else { throw .held(name) }
    }
    if let (binding, name) = binding(in: parts) { throw .bound(name, by: binding) }
    switch self {
    case .scrollOffset(let name, _), .contentInset(let name, _), .scrollToVisible(let name, _):
      try checkScrolling(of: try Self.scrollView(named: name, parts), named: name, parts)
    case .frame(let name, let frame):
      try require([frame.left, frame.top, frame.right, frame.bottom], "the frame", of: name)
    case .center(let name, let x, let y):
      try require([x ?? 0, y ?? 0], "the center", of: name)
    case .centerBy(let name, let offset):
      try require([offset.dx, offset.dy], "the center", of: name)
    case .transform(let name, let to):
      try requireFree(name)
      let rigid = [to.translation.dx, to.translation.dy, to.rotation]
      try require(rigid + [to.shear, to.scale.dx, to.scale.dy], "the transform", of: name)
    case .translation(let name, let vector):
      try requireFree(name)
      try require([vector.dx, vector.dy], "the translation", of: name)
    case .rotation(let name, let angle):
      try requireFree(name)
      try require([angle], "the rotation", of: name)
    case .scale(let name, let scale):
      try require([scale.dx, scale.dy], "the scale", of: name)
    case .alpha(let name, let alpha):
      try require([alpha], "the alpha", of: name)
    case .cornerRadius(let name, let radius):
      try require([radius], "the corner radius", of: name)
    case .color(let name, _, let alpha):
      let view = try Self.view(named: name, parts)
      guard alpha == 1 || parts.motion.looks.rank(of: view) != nil else { throw .noLook(name) }
      try require([alpha], "the opacity of the fill", of: name)
    case .look(let name, let values):
      let view = try Self.view(named: name, parts)
      guard parts.motion.looks.rank(of: view) != nil else { throw .noLook(name) }
      try require(Array(values.values), "a value of the look", of: name)
    case .touches(let name, _):
      _ = try Self.view(named: name, parts)
    case .gesture(let name, _):
      guard parts.interaction.gestures.contains(where: { $0.name == name }) else {
        throw .unknownGesture(name)
      }
    default: break
    }
  }

  /// Checks a change of a scroll view.
  private func checkScrolling(
    of view: Int, named name: String, _ parts: borrowing SceneParts
  ) throws(EngineError) {
    func require(_ values: [Double], _ what: String) throws(EngineError) {
      for value in values { try Self.require(value, "\(what) of \"\(name)\"") }
    }
    switch self {
    case .scrollOffset(_, let offset): try require([offset.dx, offset.dy], "the scroll offset")
    case .contentInset(_, let inset):
      try require([inset.left, inset.top, inset.right, inset.bottom], "an inset")
    case .scrollToVisible(_, .rect(let rect)):
      try require([rect.left, rect.top, rect.right, rect.bottom], "the rectangle")
    case .scrollToVisible(_, let part):
      guard case .view(let inner) = part else { break }
      _ = try Self.view(named: inner, parts)
      guard part.rect(in: view, parts) != nil else { throw .notInside(inner, name) }
    default: break
    }
  }

  private static func view(
    named name: String, _ parts: borrowing SceneParts
  ) throws(EngineError) -> Int {
    guard let view = parts.layout.view(named: name) else { throw .unknownView(name) }
    return view
  }

  private static func scrollView(
    named name: String, _ parts: borrowing SceneParts
  ) throws(EngineError) -> Int {
    let view = try view(named: name, parts)
    guard parts.layout.contentSize(of: view) != nil else { throw .layout(.notScrolling(name)) }
    return view
  }

  private static func require(_ value: Double, _ what: String) throws(EngineError) {
    guard value.magnitude <= limit else { throw .outOfRange(what, value, limit: limit) }
  }
}
