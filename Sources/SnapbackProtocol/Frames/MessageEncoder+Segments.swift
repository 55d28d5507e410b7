public import SnapbackBasics
import SnapbackMotion

/// Encodes segments: motions of view channels in closed form, as described in docs/segments.md.
/// Numbers are written with all their digits.
extension MessageEncoder {
  /// Appends a segment message: the motion of channels from `time` on. O(terms); may allocate.
  public mutating func segment(
    _ motions: some Sequence<ChannelMotion>, revision: UInt64, at time: Instant,
    isAhead: Bool = false, appearances: [ViewAppearance], sequence: UInt64
  ) {
    writer.beginObject()
    writer.beginObject("segment")
    writer.integer(sequence, "seq")
    writer.integer(time.nanoseconds, "time")
    writer.integer(revision, "revision")
    if isAhead { writer.boolean(true, "ahead") }
    writer.beginArray("channels")
    for motion in motions where appearances.indices.contains(motion.view) {
      append(motion, view: appearances[motion.view].name)
    }
    writer.endArray()
    end()
  }

  private mutating func append(_ motion: ChannelMotion, view: String) {
    writer.beginObject()
    writer.string(view, "view")
    writer.string(motion.channel.name, "channel")
    writer.integer(motion.generation, "generation")
    writer.exact(motion.held.value, "held")
    writer.exact(motion.held.velocity, "velocity")
    if let map = motion.map {
      writer.beginObject("map")
      writer.string("tilt", "kind")
      writer.string(MotionChannel.animated(map.source).name, "source")
      writer.exact(map.tilt.angle, "angle")
      writer.exact(map.tilt.reach, "reach")
      writer.endObject()
    }
    if !motion.terms.isEmpty {
      writer.beginArray("terms")
      for term in motion.terms { append(term) }
      writer.endArray()
    }
    writer.endObject()
  }

  private mutating func append(_ term: ResidualTerm) {
    writer.beginObject()
    writer.string(term.kind.rawValue, "kind")
    writer.integer(term.clock.anchor.nanoseconds, "anchor")
    if term.end == .distantFuture {
      writer.null("end")
    } else {
      writer.integer(term.end.nanoseconds, "end")
    }
    if term.clock.local != 0 { writer.exact(term.clock.local, "local") }
    if term.clock.rate != 1 { writer.exact(term.clock.rate, "rate") }
    if term.isLater { writer.boolean(true, "later") }
    writer.exact(term.state.value, "x")
    switch term.course {
    case .spring(let spring):
      writer.exact(term.state.velocity, "v")
      writer.exact(spring.decayRate, "beta")
      writer.exact(spring.stiffness, "omega2")
    case .decay(let decay):
      writer.exact(term.state.velocity, "v")
      writer.exact(decay.rate, "lambda")
    case .animation(let animation):
      append(animation)
    case .pieces(let pieces):
      append(pieces)
    }
    if term.autoreverses { writer.boolean(true, "autoreverses") }
    if term.isReversed { writer.boolean(true, "reversed") }
    writer.endObject()
  }

  private mutating func append(_ animation: Animation) {
    writer.exact(animation.delay, "delay")
    writer.exact(animation.repeatCount, "repeat")
    writer.exact(animation.legDuration, "duration")
    switch animation.timing {
    case .curve(let curve, _):
      writer.beginArray("points")
      append(curve)
      writer.endArray()
    case .keyframes(let keyframes, _):
      writer.beginArray("keys")
      for key in keyframes.keys {
        writer.beginArray()
        writer.exact(key.time)
        writer.exact(key.value)
        append(key.curve)
        writer.endArray()
      }
      writer.endArray()
    case .spring(let spring, let velocity):
      writer.exact(spring.decayRate, "beta")
      writer.exact(spring.stiffness, "omega2")
      writer.exact(velocity, "velocity")
    }
  }

  private mutating func append(_ pieces: CubicPieces) {
    writer.exact(pieces.error, "error")
    writer.beginArray("knots")
    for knot in pieces.knots {
      writer.beginArray()
      writer.exact(knot.time)
      writer.exact(knot.state.value)
      writer.exact(knot.state.velocity)
      writer.endArray()
    }
    writer.endArray()
  }

  private mutating func append(_ curve: CubicBezier) {
    writer.exact(curve.x1)
    writer.exact(curve.y1)
    writer.exact(curve.x2)
    writer.exact(curve.y2)
  }
}
