import SnapbackProtocol
import Testing

/// The last line of a replay.
@Suite struct ReplaySummaryTests {
  @Test func aReplayOfNothingCountsNothing() {
    var encoder = MessageEncoder(precision: .fixed)
    encoder.replaySummary(ReplaySummary())
    let counts = """
      "frames":0,"touchFrames":0,"contacts":0,"pans":0,"gestures":0,"layoutPasses":0,"solves":0
      """
    let line = String(decoding: encoder.bytes, as: UTF8.self)
    #expect(line == "{\"summary\":{\(counts),\"atRest\":false}}\n")
  }
}
