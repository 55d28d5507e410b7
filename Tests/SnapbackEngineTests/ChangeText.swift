import SnapbackBasics
import SnapbackConstraints
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// Writes changes and animations as JSON5, in the form that scenes and commands have.
struct ChangeText {
  /// The names of the views, by index.
  let views: [String]

  /// The changes as a list; nil if the format has no form for one of them.
  func list(_ changes: [SceneChange]) -> String? {
    let parts = changes.compactMap(text)
    return parts.count == changes.count ? "[ \(parts.joined(separator: ", ")) ]" : nil
  }

  /// A change; nil if the format has no form for it.
  func text(_ change: SceneChange) -> String? {
    switch change {
    case .constant(let name, let value): "{ constraint: \"\(name)\", constant: \(value) }"
    case .constantBy(let name, let step): "{ constraint: \"\(name)\", by: \(step) }"
    case .active(let name, let isActive): "{ constraint: \"\(name)\", active: \(isActive) }"
    case .replaceConstraint(let name, let constraint):
      rule(constraint).map { "{ constraint: \"\(name)\", replaceBy: \"\($0)\" }" }
    case .screenSize(let size): "{ screen: { size: [\(size.width), \(size.height)] } }"
    case .contentSizeCategory(let category):
      "{ screen: { contentSize: \"\(category.rawValue)\" } }"
    case .hidden(let view, let isHidden): "{ view: \"\(view)\", hidden: \(isHidden) }"
    case .toggleHidden(let view): "{ view: \"\(view)\", hidden: \"toggle\" }"
    case .contents(let view, let size):
      "{ view: \"\(view)\", contents: { \(Self.members(size)) } }"
    case .scrollToVisible(let view, .rect(let rect)):
      "{ view: \"\(view)\", scrollToVisible: [\(rect.left), \(rect.top), "
        + "\(rect.size.width), \(rect.size.height)] }"
    case .translation(let view, let way):
      "{ view: \"\(view)\", translation: [\(way.dx), \(way.dy)] }"
    case .rotation(let view, let angle):
      "{ view: \"\(view)\", rotation: \(Self.degrees(angle)) }"
    case .scale(let view, let factor): "{ view: \"\(view)\", scale: [\(factor.dx), \(factor.dy)] }"
    case .alpha(let view, let alpha): "{ view: \"\(view)\", alpha: \(alpha) }"
    case .color(let view, let color, _): "{ view: \"\(view)\", color: \"\(color.hexadecimal)\" }"
    case .cornerRadius(let view, let radius): "{ view: \"\(view)\", cornerRadius: \(radius) }"
    case .state(let name, let value): "{ state: \"\(name)\", value: \"\(value)\" }"
    case .layoutIfNeeded: "\"layoutIfNeeded\""
    case .animate(let animation, let changes): block(animation, changes)
    default: nil
    }
  }

  private func block(_ animation: Animation?, _ changes: [SceneChange]) -> String? {
    guard let list = list(changes) else { return nil }
    let timing = animation.map { "animate: \(Self.text($0)), " } ?? ""
    return "{ \(timing)changes: \(list) }"
  }

  private static func members(_ size: PerAxis<Double?>) -> String {
    let width = size.horizontal.map { "width: \($0)" }
    return [width, size.vertical.map { "height: \($0)" }].compactMap { $0 }.joined(separator: ", ")
  }

  /// The number of degrees that the reader turns into exactly this angle, or into one next to it.
  private static func degrees(_ angle: Double) -> Double {
    let near = angle * 180 / .pi
    return [near, near.nextUp, near.nextDown].first { $0 * .pi / 180 == angle } ?? near
  }

  // MARK: Rules

  /// The rule of a required equation between views; nil for other constraints.
  private func rule(_ constraint: LayoutConstraint) -> String? {
    guard constraint.relation == .equal, constraint.priority == .required,
      constraint.standardSpacings == 0, constraint.isActive, let first = anchor(constraint.first)
    else { return nil }
    let terms = constraint.terms.compactMap { term in
      anchor(term.anchor).map { "\(term.multiplier) * \($0)" }
    }
    guard terms.count == constraint.terms.count else { return nil }
    let sign = constraint.constant < 0 ? "-" : terms.isEmpty ? "" : "+"
    let sum = terms + ["\(constraint.constant.magnitude)"]
    guard !terms.isEmpty else { return "\(first) = \(sign)\(sum[0])" }
    return "\(first) = \(terms.joined(separator: " + ")) \(sign) \(sum[terms.count])"
  }

  private func anchor(_ anchor: Anchor) -> String? {
    guard case .view(let id) = anchor.item, views.indices.contains(id.index) else { return nil }
    return "\(views[id.index]).\(anchor.attribute.rawValue)"
  }

  // MARK: Animations

  /// An animation.
  static func text(_ animation: Animation) -> String {
    var members = [text(animation.timing, animation.runDuration)]
    if animation.delay != 0 { members.append("delay: \(animation.delay)") }
    if animation.repeatCount == .infinity {
      members.append("repeat: \"forever\"")
    } else if animation.repeatCount != 1 {
      members.append("repeat: \(animation.repeatCount)")
    }
    if animation.autoreverses { members.append("autoreverse: true") }
    if animation.reducedMotion != .crossFade {
      members.append("reducedMotion: \"\(animation.reducedMotion.rawValue)\"")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private static func text(_ timing: TimingFunction, _ duration: Double?) -> String {
    switch timing {
    case .spring(let spring, let velocity):
      let members = duration.flatMap { text(spring, $0, velocity) } ?? text(spring)
      return "spring: { \(members) }" + (velocity == 0 ? "" : ", velocity: \(velocity)")
    case .curve(let curve, let duration): return "curve: \(text(curve)), duration: \(duration)"
    case .keyframes(let keyframes, let duration):
      let keys = keyframes.keys.map {
        "{ time: \($0.time), value: \($0.value), curve: \(text($0.curve)) }"
      }
      return "keyframes: [ \(keys.joined(separator: ", ")) ], duration: \(duration)"
    }
  }

  /// The members from which the reader makes exactly this spring, or else its constants.
  ///
  /// The constants alone lose digits of the discriminant, which determines how long a run takes:
  /// runs that repeat would drift apart.
  private static func text(_ spring: Spring) -> String {
    let frequency = spring.angularFrequency
    for ratio in neighbors(spring.dampingRatio) {
      for response in neighbors(2 * .pi / frequency)
      where spring == (try? Spring(response: response, dampingRatio: ratio)) {
        return "response: \(response), dampingRatio: \(ratio)"
      }
    }
    return "stiffness: \(spring.stiffness), damping: \(2 * spring.decayRate)"
  }

  /// The members from which the reader makes exactly this spring with UIKit's duration; nil if
  /// there are none.
  private static func text(
    _ spring: Spring, _ duration: Double, _ velocity: Double
  ) -> String? {
    let ratio = neighbors(spring.dampingRatio).first {
      let candidate = try? Spring(
        uikitDuration: duration, dampingRatio: $0, initialVelocity: velocity)
      return candidate == spring
    }
    return ratio.map { "duration: \(duration), dampingRatio: \($0)" }
  }

  /// A number and the three next ones on either side, which two roundings can reach.
  private static func neighbors(_ number: Double) -> [Double] {
    (-3...3).map { number + Double($0) * number.ulp }
  }

  private static func text(_ curve: CubicBezier) -> String {
    "[\(curve.x1), \(curve.y1), \(curve.x2), \(curve.y2)]"
  }
}
