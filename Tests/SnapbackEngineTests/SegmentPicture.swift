import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A renderer that receives motions once and evaluates them itself.
///
/// It uses only the public fields of motions and levers, the tree, and textbook formulas, and no
/// code of the engine.
struct SegmentPicture {
  private var motions: [[Channel: ChannelMotion]] = []
  private var levers: [(x: ChannelMotion, y: ChannelMotion)] = []
  private let appearances: [ViewAppearance]

  /// Copies the engine's current motions, levers and appearances.
  init(_ engine: borrowing Engine) {
    appearances = engine.appearances
    for view in appearances.indices {
      var own: [Channel: ChannelMotion] = [:]
      for channel in Channel.allCases { own[channel] = engine.motion(of: channel, view: view) }
      motions.append(own)
      levers.append(engine.levers(of: view))
    }
  }

  /// The moments at which channels stop moving, with the values that they hold from then on.
  var ends: [(end: Instant, view: Int, channel: Channel, value: Double)] {
    motions.enumerated().flatMap { view, own in
      own.compactMap { channel, motion in
        motion.end == .distantFuture
          ? nil : (end: motion.end, view: view, channel: channel, value: motion.held.value)
      }
    }
  }

  /// The value of a channel without its map.
  func value(_ channel: Channel, of view: Int, at moment: Instant) -> Double {
    guard let motion = motions[view][channel] else { return .nan }
    return motion.terms.reduce(motion.held.value) { $0 + Self.value($1, at: moment) }
  }

  /// The value of a term, computed from its fields alone.
  static func value(_ term: ResidualTerm, at moment: Instant) -> Double {
    guard moment < term.end else { return 0 }
    let passed =
      (Double(moment.nanoseconds) - Double(term.clock.anchor.nanoseconds)) / 1e9
    let seconds = term.clock.local + term.clock.rate * passed
    if seconds < 0, term.isLater { return 0 }
    let (x, v) = (term.state.value, term.state.velocity)
    switch term.course {
    case .spring(let spring):
      guard seconds > 0 else { return x }
      return Textbook.spring(
        decayRate: spring.decayRate, stiffness: spring.stiffness, from: x, v, after: seconds
      ).value
    case .decay(let decay):
      guard seconds > 0 else { return x }
      return x + v * (1 - exp(-decay.rate * seconds)) / decay.rate
    case .animation(let animation):
      let progress = Textbook.course(animation, after: seconds)
      return x * (term.isReversed ? -progress : 1 - progress)
    case .pieces(let pieces):
      return x * Textbook.pieces(pieces.knots, at: seconds)
    }
  }

  /// The frame of a view in its parent.
  func frame(of view: Int, at moment: Instant) -> Rect {
    func edge(_ channel: Channel, _ view: Int) -> Double { value(channel, of: view, at: moment) }
    let parent = appearances[view].parent
    let x = parent.map { edge(.left, $0) + edge(.scrollX, $0) } ?? 0
    let y = parent.map { edge(.top, $0) + edge(.scrollY, $0) } ?? 0
    return Rect(
      left: edge(.left, view) - x, top: edge(.top, view) - y, right: edge(.right, view) - x,
      bottom: edge(.bottom, view) - y)
  }

  /// The rotation of a view including its tilt, and the four numbers of its linear part.
  private func linear(
    of view: Int, at moment: Instant
  ) -> (rotation: Double, xx: Double, xy: Double, yx: Double, yy: Double) {
    func own(_ channel: Channel) -> Double { value(channel, of: view, at: moment) }
    var angle = own(.rotation)
    if let map = motions[view][.rotation]?.map {
      // θ(x) = θmax · tanh(x / reach), where x is the channel that the map names.
      angle += map.tilt.angle * tanh(own(map.source) / map.tilt.reach)
    }
    // R(θ) · (1 k; 0 1) · (sx 0; 0 sy), by columns.
    let (c, s, k) = (cos(angle), sin(angle), own(.shear))
    let (sx, sy) = (own(.scaleX), own(.scaleY))
    return (angle, c * sx, (c * k - s) * sy, s * sx, (s * k + c) * sy)
  }

  /// The translation of a view: that of its channels, plus the part that keeps the grabbed point in
  /// position.
  ///
  /// The lever is scaled and sheared first. The translation then compensates for its rotation.
  private func translation(of view: Int, at moment: Instant) -> Vector {
    func own(_ channel: Channel) -> Double { value(channel, of: view, at: moment) }
    let map = linear(of: view, at: moment)
    func told(_ motion: ChannelMotion) -> Double {
      motion.terms.reduce(motion.held.value) { $0 + Self.value($1, at: moment) }
    }
    let lever = Vector(dx: told(levers[view].x), dy: told(levers[view].y))
    let x = own(.scaleX) * lever.dx + own(.shear) * own(.scaleY) * lever.dy
    let y = own(.scaleY) * lever.dy
    return Vector(
      dx: own(.translationX) + x - map.xx * lever.dx - map.xy * lever.dy,
      dy: own(.translationY) + y - map.yx * lever.dx - map.yy * lever.dy)
  }

  /// The first difference from the state that an engine drew of a view; nil if there is none.
  func fault(of state: ViewState, view: Int, at moment: Instant) -> String? {
    let rect = frame(of: view, at: moment)
    let map = linear(of: view, at: moment)
    let way = translation(of: view, at: moment)
    func own(_ channel: Channel) -> Double { value(channel, of: view, at: moment) }
    let pairs = [
      (state.frame.left, rect.left), (state.frame.top, rect.top), (state.frame.right, rect.right),
      (state.frame.bottom, rect.bottom), (state.transform.rotation, map.rotation),
      (state.transform.translation.dx, way.dx), (state.transform.translation.dy, way.dy),
      (state.transform.shear, own(.shear)), (state.transform.scale.dx, own(.scaleX)),
      (state.transform.scale.dy, own(.scaleY)), (state.alpha, state.alpha == 0 ? 0 : own(.alpha)),
    ]
    for (index, (drawn, told)) in pairs.enumerated() where !(abs(drawn - told) <= 1e-9) {
      return "\(appearances[view].name), \(index): drawn \(drawn), told \(told)"
    }
    guard let color = state.color else { return nil }
    for (part, channel) in [(color.red, Channel.red), (color.green, .green), (color.blue, .blue)] {
      let told = min(max(own(channel), 0), 255)
      // A half may be rounded to either side.
      guard abs(Double(part) - told) <= 0.5 + 1e-9 else { return "\(channel) of \(color)" }
    }
    return nil
  }

  /// The screen position of a point that is given in the view's own coordinates.
  func place(_ point: Point, of view: Int, at moment: Instant) -> Point {
    guard let parent = appearances[view].parent else { return point }
    let (map, way) = (linear(of: view, at: moment), translation(of: view, at: moment))
    let frame = frame(of: view, at: moment)
    let anchor = appearances[view].anchor
    let size = (max(0, frame.right - frame.left), max(0, frame.bottom - frame.top))
    let (ax, ay) = (size.0 * anchor.x, size.1 * anchor.y)
    let (x, y) = (point.x - ax, point.y - ay)
    let inParent = Point(
      x: frame.left + ax + way.dx + map.xx * x + map.xy * y,
      y: frame.top + ay + way.dy + map.yx * x + map.yy * y)
    return place(inParent, of: parent, at: moment)
  }
}
