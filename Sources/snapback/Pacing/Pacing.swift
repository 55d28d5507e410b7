import ArgumentParser
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux

/// `snapback pacing`: measures the distance between a dragged view and the finger.
struct Pacing: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the distance between finger and drawn view, for each resampling method.",
    discussion: """
      Simulates drags on a panel, and a renderer that at each refresh requests the frame for the \
      next refresh. docs/pacing.md explains the figures. The same seed gives the same figures.
      """)

  @Option(help: "The seed of the first drag.")
  var seed: UInt64 = 1

  @Option(help: "How many drags are measured, 1 to 1000.")
  var drags = 40

  @Option(help: "Position noise of the noisy panel: the standard deviation in points.")
  var noise = 0.5

  @Option(
    help: "A file to draw the first drag into; - is the standard output.",
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(help: "Use a dark background; by default the picture follows the viewer.")
  var dark = false

  func validate() throws {
    guard (1...1000).contains(drags) else {
      throw ValidationError("--drags must be from 1 to 1000")
    }
    guard (0...100).contains(noise) else {
      throw ValidationError("--noise must be from 0 to 100 points")
    }
  }

  private static let plain: [PacingRun.Policy] = [
    .init(name: "none", resampling: .none), .init(name: "interpolate", resampling: .interpolate),
    .init(name: "predict", resampling: .predict),
  ]
  private static let ahead = PacingRun.Policy(
    name: "predict, no lead", resampling: .predict, hasLead: false)
  private static let smoothed = PacingRun.Policy(
    name: "predict, 1€", resampling: .predict, isSmoothed: true)

  func run() throws {
    if let svg {
      let picture = try self.picture()
      try Snapback.run { () throws(Failure) in try write(picture, to: svg) }
      if svg == "-" { return }
    }
    print("panel  screen  policy             rms pt   p95 pt   lag ms  tremble pt")
    for (panel, noise) in [("quiet", 0), ("noisy", self.noise)] {
      for rate in [60.0, 120] {
        for policy in Self.plain + (noise > 0 ? [Self.smoothed] : [Self.ahead]) {
          let runs = try (0..<UInt64(clamping: drags)).map { drag in
            try PacingRun(seed: seed &+ drag, policy: policy, rate: rate, noise: noise)
          }
          let figures = PacingFigures(runs)
          print(
            Self.column(panel, 7) + Self.column(ReadableNumber.fixed(rate, 0) + " Hz", 8)
              + Self.column(policy.name, 16) + Self.number(figures.rms)
              + Self.number(figures.p95) + Self.number(figures.lag)
              + Self.number(figures.tremble, 12))
        }
      }
    }
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func number(_ value: Double, _ width: Int = 9) -> String {
    let text = ReadableNumber.fixed(value, 2)
    return String(repeating: " ", count: max(1, width - text.count)) + text
  }

  private func picture() throws -> String {
    func lines(
      _ policies: [PacingRun.Policy], _ rate: Double, _ noise: Double
    ) throws -> [(name: String, run: PacingRun)] {
      try policies.map { policy in
        let run = try PacingRun(seed: seed, policy: policy, rate: rate, noise: noise)
        return (name: policy.name, run: run)
      }
    }
    let noisy = [Self.plain[2], Self.smoothed]
    return PacingPicture(
      panels: [
        .init(title: "screen of 60 Hz", lines: try lines(Self.plain, 60, 0)),
        .init(title: "screen of 120 Hz", lines: try lines(Self.plain, 120, 0)),
        .init(title: "120 Hz, a panel that trembles", lines: try lines(noisy, 120, noise)),
      ], isDark: dark
    ).text
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    guard path != "-" else { return print(text, terminator: "") }
    do throws(SystemError) {
      try Files.write(Array(text.utf8), to: path)
    } catch {
      throw Failure(.output, error.description)
    }
  }
}
