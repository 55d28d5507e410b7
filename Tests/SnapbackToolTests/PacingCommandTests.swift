import SnapbackTestSupport
import Testing

/// The measurements of `snapback pacing`.
@Suite struct PacingCommandTests {
  private func run(_ line: String) throws -> Command.Result {
    try Command.shell("\(Command.path("snapback")) pacing \(line)")
  }

  /// The figures of a line of the table: rms, p95, lag and tremble.
  private func figures(_ table: String, _ name: String) -> [Double] {
    let line = table.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split(separator: " ").suffix(4).compactMap { Double($0) }
  }

  @Test func aResampledFingerTremblesLessThanTheNewestScan() throws {
    let table = try run("--drags 8").output
    for screen in ["60 Hz ", "120 Hz"] {
      let none = figures(table, "quiet  \(screen)  none")
      let predict = figures(table, "quiet  \(screen)  predict  ")
      try #require(none.count == 4 && predict.count == 4)
      #expect(predict[3] < none[3] / 2)
      // The lag is one refresh and 5 ms, and no longer.
      let age = (screen == "60 Hz " ? 1000.0 / 60 : 1000.0 / 120) + 5
      #expect(abs(predict[2] - age) < 1.5)
    }
    let noisy = figures(table, "noisy  120 Hz  predict  ")
    let smooth = figures(table, "noisy  120 Hz  predict, 1€")
    try #require(noisy.count == 4 && smooth.count == 4)
    #expect(smooth[2] > noisy[2])
  }

  @Test func oneSeedIsOneTableAndOnePicture() throws {
    let first = try run("--drags 2 --seed 9 --svg -")
    #expect(first.code == 0 && first.output.hasPrefix("<svg "))
    #expect(try run("--drags 2 --seed 9 --svg -").output == first.output)
    #expect(try run("--drags 2 --seed 9").output != run("--drags 2 --seed 10").output)
    #expect(try run("--drags 0").code == 64)
  }
}
