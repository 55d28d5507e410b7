import SnapbackBasics
import SnapbackDocument
import SnapbackMotion
import SnapbackProtocol
import Testing

/// Pieces with wrong knots, in both encodings, and pieces with too many knots.
@Suite struct PiecesTests {
  /// The offset of the first knot in `segment-pieces.bin`: after the header, the start of the
  /// segment and of the channel, and the term's first 40 bytes, factor and error.
  private static let firstKnot = 24 + 16 + 32 + 40 + 16

  private static func line(_ numbers: String) -> [UInt8] {
    let term = #"{"kind":"pieces","anchor":0,"end":null,\#(numbers)}"#
    let channel =
      #"{"view":"card","channel":"left","generation":1,"held":0,"velocity":0,"terms":[\#(term)]}"#
    return Array(
      #"{"segment":{"seq":1,"time":0,"revision":1,"channels":[\#(channel)]}}"#.utf8)
  }

  /// `segment-pieces.bin` with a number replaced.
  private static func bytes(replacing offset: Int, with number: Double) throws -> [UInt8] {
    var bytes = try Vectors.bytes("segment-pieces.bin")
    withUnsafeBytes(of: number.bitPattern.littleEndian) {
      bytes.replaceSubrange(offset..<offset + 8, with: $0)
    }
    return bytes
  }

  @Test(
    arguments: [
      (#""x":1,"error":0,"knots":[]"#, "a term's knots is 0.0, but must be at least one"),
      (#""x":1,"error":-1,"knots":[[0,1,1]]"#, "error is -1.0, but must be a number from 0"),
      (
        #""x":1,"error":0,"knots":[[0,1,1],[0,1,1]]"#,
        "a term's time is 0.0, but must be above 0.0"
      ),
      (#""x":1,"error":0,"knots":[[0,1]]"#, "expected an array with a count"),
      (#""x":1,"error":0,"knots":[[0,1,1,1]]"#, "expected an array with a count"),
      (#""x":1,"error":0,"knots":[[0,null,1]]"#, "expected a number"),
      (#""x":1,"error":0"#, #"missing key "knots""#),
      (#""x":1,"knots":[[0,1,1]]"#, #"missing key "error""#),
    ])
  func aLineWithWrongKnotsIsRefused(numbers: String, problem: String) {
    let error = #expect(throws: DocumentError.self) {
      try Vectors.messages([Self.line(numbers)])
    }
    #expect(error?.description.contains(problem) == true, "\(error as Any)")
  }

  @Test func aLineWithOneKnotIsRead() throws {
    let messages = try Vectors.messages([Self.line(#""x":-2,"error":0.5,"knots":[[1,3,4]]"#)])
    guard case .segment(let update) = messages.first,
      case .pieces(let pieces) = update.channels.first?.motion.terms.first?.course
    else {
      Issue.record("no pieces")
      return
    }
    #expect(pieces.error == 0.5)
    #expect(pieces.knots == [CubicPieces.Knot(time: 1, MotionState(value: 3, velocity: 4))])
    #expect(update.channels[0].isWhole)
  }

  @Test(
    arguments: [
      (Self.firstKnot + 24, 0, "a term's time is 0.0, but must be above 0.0"),
      (Self.firstKnot + 48, -1, "a term's time is -1.0, but must be above 0.064"),
      (Self.firstKnot + 24, .nan, "a time is nan, but must be finite"),
      (Self.firstKnot + 8, .infinity, "a value is inf, but must be finite"),
      (Self.firstKnot + 16, -.infinity, "a velocity is -inf, but must be finite"),
      (Self.firstKnot - 8, -0.5, "a term's error is -0.5, but must be a number from 0"),
    ] as [(Int, Double, String)])
  func bytesWithWrongKnotsAreRefused(offset: Int, number: Double, problem: String) throws {
    let bytes = try Self.bytes(replacing: offset, with: number)
    let error = #expect(throws: MessageError.self) { try Vectors.binaryMessages(bytes) }
    #expect(error?.problem == problem)
  }

  @Test func bytesWithoutKnotsAreRefused() throws {
    var bytes = try Vectors.bytes("segment-pieces.bin")
    bytes[Self.firstKnot - 16 - 40 + 2] = 0
    let error = #expect(throws: MessageError.self) { try Vectors.binaryMessages(bytes) }
    #expect(error?.problem == "a term's knots is 0.0, but must be at least one")
  }

  @Test(arguments: [(65_535, true), (65_536, false)])
  func aTermOfTooManyKnotsIsLeftToFrames(count: Int, isWhole: Bool) throws {
    let knots = (0..<count).map {
      CubicPieces.Knot(time: Double($0), MotionState(value: 1, velocity: 0))
    }
    let term = ResidualTerm(
      .pieces(try CubicPieces(knots, error: 0)), from: MotionState(value: 1),
      clock: MotionClock(anchor: .zero), until: .distantFuture)
    let motion = ChannelMotion(
      view: 1, channel: .animated(.left), generation: 1, held: .rest, terms: [term])
    var encoder = WireEncoder(.binary)
    encoder.segment([motion], revision: 1, at: .zero, appearances: [], sequence: 1)
    guard case .segment(let update) = try Vectors.binaryMessages(encoder.bytes).first else {
      Issue.record("no segment")
      return
    }
    #expect(update.channels.map(\.isWhole) == [isWhole])
    #expect(update.channels.map(\.motion.terms) == [isWhole ? [term] : []])
  }
}
