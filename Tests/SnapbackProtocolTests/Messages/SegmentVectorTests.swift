import Glibc
import SnapbackBasics
import SnapbackDocument
import SnapbackMotion
import SnapbackProtocol
import Testing

/// Motions received over the wire are compared with the documented formula, evaluated to sixty
/// digits.
@Suite struct SegmentVectorTests {
  /// A case of segments.json: a channel as written on a line, and its values at some moments.
  struct Case: Sendable, CustomTestStringConvertible {
    var channel: String
    var source: String?
    var moments: [[Double]]
    var testDescription: String { String(channel.prefix(140)) }
  }

  static let cases: [Case] = {
    do {
      let rows = try Vectors.lines("segments.json").dropFirst().dropLast()
      return try rows.map { row in
        var text = String(decoding: row, as: UTF8.self)
        if text.hasSuffix(",") { text.removeLast() }
        var reader = try ObjectReader(
          DocumentNode.parse(text, file: "segments"), file: "segments")
        let moments = try reader.array("at").map { node in
          try node.array(file: "segments").map { try $0.number(file: "segments") }
        }
        let body = try #require(text.firstRange(of: "\"channel\":{"))
        let end = try #require(text.firstRange(of: ",\"at\":"))
        let source = text.firstRange(of: ",\"source\":{")
        let first = text.index(before: body.upperBound)
        return Case(
          channel: String(text[first..<(source ?? end).lowerBound]),
          source: source.map { String(text[text.index(before: $0.upperBound)..<end.lowerBound]) },
          moments: moments)
      }
    } catch {
      return []
    }
  }()

  /// The motions of channels, read from a line.
  private static func motions(_ channels: [String]) throws -> [ToldMotion] {
    let line =
      #"{"segment":{"seq":1,"time":0,"revision":1,"channels":["#
      + channels.joined(separator: ",") + "]}}"
    guard case .segment(let update) = try Vectors.messages([Array(line.utf8)]).first else {
      return []
    }
    return update.channels
  }

  /// Returns the motions after encoding and decoding them.
  private static func throughBytes(_ motions: [ToldMotion]) throws -> [ToldMotion] {
    var encoder = WireEncoder(.binary)
    encoder.segment(
      motions.map(\.motion), revision: 1, at: .zero, appearances: [], sequence: 1)
    guard case .segment(let update) = try Vectors.binaryMessages(encoder.bytes).first else {
      return []
    }
    return update.channels
  }

  @Test func thereAreManyCases() {
    #expect(Self.cases.count >= 50)
    #expect(Self.cases.reduce(0) { $0 + $1.moments.count } >= 200)
  }

  @Test(arguments: Self.cases) func aMotionIsWhatTheRuleSays(example: Case) throws {
    let lines = try Self.motions([example.channel] + (example.source.map { [$0] } ?? []))
    for told in [lines, try Self.throughBytes(lines)] {
      let motion = try #require(told.first).motion
      for moment in example.moments {
        let now = Instant(nanoseconds: UInt64(saturating: moment[0]))
        var state = motion.presentation(at: now)
        if told.count == 2 {
          state = motion.presentation(at: now, source: told[1].motion.presentation(at: now))
        }
        #expect(abs(state.value - moment[1]) <= 1e-9, "at \(moment[0])")
        #expect(abs(state.velocity - moment[2]) <= 1e-9 * max(1, abs(moment[2])), "at \(moment[0])")
      }
    }
  }

  /// A client that evaluates the message gets the engine's own values.
  @Test(arguments: 0..<150) func aToldMotionIsTheEnginesOwn(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let threshold = RestThreshold(offset: 1.0 / 12)
    var value = AnimatedValue(Double.random(in: -200...200, using: &generator))
    var now = Instant(nanoseconds: 1_000_000_007)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      now = now.advanced(bySeconds: Double.random(in: 0...0.2, using: &generator))
      let target = Double.random(in: -200...200, using: &generator)
      value.animate(
        to: target, with: try Self.animation(&generator), threshold: threshold, at: now,
        rate: [1, 1, 0.1, 3].randomElement(using: &generator) ?? 1, owner: 7)
      if Bool.random(using: &generator) {
        now = now.advanced(bySeconds: 0.05)
        value.reverse(
          owner: 7, shift: Double.random(in: -9...9, using: &generator),
          law: .critical(response: 0.3),
          rate: 1, whole: 2, threshold: threshold, at: now)
      }
    }
    let motion = ChannelMotion(
      view: 1, channel: .animated(.left), generation: value.generation,
      held: MotionState(value: value.model, velocity: value.modelVelocity), terms: value.terms)
    for encoding in [WireEncoder.Encoding.ndjson, .binary] {
      var encoder = WireEncoder(encoding)
      encoder.segment(
        [motion], revision: 1, at: now, appearances: try Vectors.appearances(), sequence: 1)
      let messages =
        encoding == .binary
        ? try Vectors.binaryMessages(encoder.bytes)
        : try Vectors.messages([encoder.bytes.dropLast()])
      guard case .segment(let update) = messages.first, let told = update.channels.first else {
        Issue.record("no segment")
        return
      }
      #expect(told.isWhole && told.motion.terms.count == motion.terms.count)
      for _ in 0..<40 {
        let later = now.advanced(bySeconds: Double.random(in: 0...4, using: &generator))
        let (own, other) = (value.presentation(at: later), told.motion.presentation(at: later))
        #expect(abs(own.value - other.value) <= 1e-9, "seed \(seed)")
        #expect(abs(own.velocity - other.velocity) <= 1e-9 * max(1, abs(own.velocity)))
      }
    }
  }

  private static func animation(_ generator: inout SeededGenerator) throws -> Animation {
    let ratio: Double = [0.4, 0.8, 1, 1 + 1e-12, 1.0001, 2].randomElement(using: &generator) ?? 1
    let spring = try Spring(
      response: Double.random(in: 0.15...0.8, using: &generator), dampingRatio: ratio)
    let keys = try Keyframes([
      .init(time: 0.3, value: -0.4, curve: .ease), .init(time: 0.7, value: 1.3),
      .init(time: 1, value: 1, curve: .easeOut),
    ])
    let length = Double.random(in: 0.1...1, using: &generator)
    let timings: [TimingFunction] = [
      .spring(spring), .spring(spring, initialVelocity: 2), .curve(.easeInOut, duration: length),
      .curve(.materialStandard, duration: length), .keyframes(keys, duration: length),
    ]
    return Animation(
      timings.randomElement(using: &generator) ?? timings[0],
      delay: [0, 0, 0.15].randomElement(using: &generator) ?? 0,
      repeatCount: [1, 1, 2, 2.5, .infinity].randomElement(using: &generator) ?? 1,
      autoreverses: Bool.random(using: &generator))
  }

  @Test func aChannelOfTooManyTermsIsLeftToFrames() throws {
    var motion = try #require(Self.motions([Self.cases[0].channel]).first).motion
    let term = try #require(motion.terms.first)
    for (count, isWhole) in [(255, true), (256, false)] {
      motion.terms = Array(repeating: term, count: count)
      let told = try Self.throughBytes([ToldMotion(motion: motion, isWhole: true)])
      #expect(told.first?.isWhole == isWhole)
      #expect(told.first?.motion.terms.count == (isWhole ? 255 : 0))
    }
  }
}
