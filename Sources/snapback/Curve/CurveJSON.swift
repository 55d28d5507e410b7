import Glibc
import SnapbackMotion
import SnapbackProtocol

/// Writes motions as one JSON object with parameters, figures and samples.
struct CurveJSON {
  private let motions: [CurveMotion]
  private let times: [Double]

  init(_ motions: [CurveMotion], times: [Double]) {
    self.motions = motions
    self.times = times
  }

  var text: String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    if let frame = motions.first?.frame {
      writer.factor(frame.from, "from")
      writer.factor(frame.to, "to")
      writer.factor(frame.delay, "delay")
      writer.factor(frame.repeatCount, "repeatCount")
      writer.boolean(frame.autoreverses, "autoreverses")
      writer.factor(frame.threshold, "threshold")
    }
    writer.beginArray("curves")
    for motion in motions { write(motion, to: &writer) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(_ motion: CurveMotion, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string(motion.timing.title, "title")
    writer.beginObject("parameters")
    write(motion.timing.kind, to: &writer)
    writer.endObject()
    writer.factor(motion.velocity, "velocity")
    writer.factor(motion.end, "end")
    writer.beginObject("figures")
    write(CurveFigures(motion), motion, to: &writer)
    writer.endObject()
    writer.beginArray("samples")
    for time in times {
      let state = motion.state(at: time)
      writer.beginArray()
      for number in [time, state.value, state.velocity] { writer.factor(number) }
      writer.endArray()
    }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ kind: CurveTiming.Kind, to writer: inout JSONWriter) {
    switch kind {
    case .spring(let spring, let mass):
      writer.string("spring", "kind")
      writer.string(CurveText.regime(spring), "regime")
      writer.factor(spring.response, "response")
      writer.factor(spring.dampingRatio, "dampingRatio")
      writer.factor(mass, "mass")
      writer.factor(spring.stiffness * mass, "stiffness")
      writer.factor(2 * spring.decayRate * mass, "damping")
    case .curve(let curve, let duration):
      writer.string("bezier", "kind")
      write(curve, to: &writer)
      writer.factor(duration, "duration")
    case .keyframes(let keyframes, let duration):
      writer.string("keyframes", "kind")
      writer.beginArray("keys")
      for key in keyframes.keys {
        writer.beginObject()
        writer.factor(key.time, "time")
        writer.factor(key.value, "value")
        write(key.curve, to: &writer)
        writer.endObject()
      }
      writer.endArray()
      writer.factor(duration, "duration")
    case .decay(let decay):
      writer.string("decay", "kind")
      writer.factor(decay.rate, "rate")
      writer.factor(Self.share(decay), "perMillisecond")
    }
  }

  private func write(_ curve: CubicBezier, to writer: inout JSONWriter) {
    writer.beginArray("curve")
    for number in [curve.x1, curve.y1, curve.x2, curve.y2] { writer.factor(number) }
    writer.endArray()
  }

  /// Writes the figures. Missing and infinite figures become null.
  private func write(
    _ figures: CurveFigures, _ motion: CurveMotion, to writer: inout JSONWriter
  ) {
    writer.factor(figures.logicalEnd, "logicalEnd")
    writer.factor(figures.settleTime, "settleTime")
    writer.factor(figures.riseTime ?? .nan, "riseTime")
    writer.factor(figures.reachTime ?? .nan, "reachTime")
    writer.factor(figures.overshoot?.value ?? 0, "overshoot")
    writer.factor(
      figures.overshoot == nil ? 0 : figures.overshootShare(of: motion) ?? .nan, "overshootShare")
    writer.factor(figures.overshoot?.time ?? .nan, "overshootTime")
    writer.factor(figures.peakVelocity.value, "peakVelocity")
    writer.factor(figures.peakVelocity.time, "peakVelocityTime")
  }

  /// Returns the fraction of the velocity that remains after one millisecond of a decay.
  static func share(_ decay: Decay) -> Double { exp(-decay.rate / 1000) }
}

/// Writes motions as rows of comma-separated numbers.
enum CurveTable {
  /// Returns a header line, then a line for each time. If there are several motions, each line
  /// starts with the number of its motion.
  static func text(_ motions: [CurveMotion], times: [Double]) -> String {
    let isOne = motions.count == 1
    var text = (isOne ? "" : "curve,") + "t,value,velocity\n"
    for (index, motion) in motions.enumerated() {
      for time in times {
        let state = motion.state(at: time)
        text += (isOne ? "" : "\(index + 1),") + "\(time),\(state.value),\(state.velocity)\n"
      }
    }
    return text
  }
}
