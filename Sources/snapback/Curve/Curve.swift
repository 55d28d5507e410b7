import ArgumentParser
import SnapbackBasics
import SnapbackFiles
import SnapbackLinux
import SnapbackMotion

/// `snapback curve`: shows a timing as numbers and as a picture.
struct Curve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a spring or another timing as numbers and as a picture.",
    discussion: """
      Give one timing, or up to six to compare them. The value goes from --from to --to; times are \
      seconds, lengths points. Springs: \(Spring.presetNames.joined(separator: ", ")). Curves: \
      \(CurveTiming.curves.map(\.name).joined(separator: ", ")).
      """)

  @Option(
    help: """
      A spring: response=S,dampingRatio=RATIO; duration=S,bounce=B; or stiffness=K,damping=C \
      and optionally mass=M.
      """)
  var spring: [String] = []

  @Option(help: "UIKit's spring: DURATION,DAMPING or DURATION,DAMPING,VELOCITY.")
  var uikit: [String] = []

  @Option(help: "A spring by its name.", completion: .springPresets)
  var preset: [String] = []

  @Option(help: "A Bézier curve: X1,Y1,X2,Y2,DURATION or NAME,DURATION.")
  var bezier: [String] = []

  @Option(
    help: """
      Key values: TIME:VALUE,…,DURATION; times are fractions of the duration, values fractions of \
      the distance. TIME:VALUE:NAME and TIME:VALUE:X1:Y1:X2:Y2 give the curve up to a key.
      """)
  var keyframes: [String] = []

  @Option(
    help: """
      Momentum that decays: normal, fast, or the fraction of the velocity left after a \
      millisecond. It needs --velocity.
      """, completion: .list(["normal", "fast"]))
  var decay: [String] = []

  @Option(parsing: .unconditional, help: "Where the value starts.")
  var from = 0.0

  @Option(parsing: .unconditional, help: "Where the value goes; 100 unless given.")
  var to: Double?

  @Option(parsing: .unconditional, help: "The velocity at the start, points per second.")
  var velocity: Double?

  @Option(help: "Seconds before it starts.")
  var delay = 0.0

  @Option(name: .customLong("repeat"), help: "The number of runs, or forever.")
  var repeatCount: RepeatArgument?

  @Flag(help: "Run there and back.")
  var autoreverse = false

  @Option(help: "The distance from the end below which a motion is invisible, in points.")
  var threshold = 0.25

  @Option(
    help: "The time at which the picture and the rows end, in seconds; by default with the motion.")
  var until: Double?

  @Option(help: "Rows per second of --json and --csv.")
  var rate = 120.0

  @Flag(help: "One JSON object: parameters, figures and samples.")
  var json = false

  @Flag(help: "Rows of time, value and velocity.")
  var csv = false

  @Option(
    help: "Draw a picture into this file; - is the standard output.",
    completion: .file(extensions: ["svg"]))
  var svg: String?

  /// The maximum number of rows in a table.
  private static let rowLimit = 1e6

  func validate() throws {
    let count = [spring, uikit, preset, bezier, keyframes, decay].map(\.count).reduce(0, +)
    let limit = CurvePicture.curveLimit
    guard (1...limit).contains(count) else {
      throw ValidationError(
        count == 0
          ? "give a timing, as in --spring response=0.5,dampingRatio=0.6"
          : "give at most \(limit) timings, not \(count)")
    }
    if [json, csv, svg == "-"].count(where: { $0 }) > 1 {
      throw ValidationError("choose one of --json, --csv and --svg -")
    }
    func check(_ option: String, _ number: Double?, _ range: ClosedRange<Double>) throws {
      guard let number, !range.contains(number) else { return }
      let low = ReadableNumber.short(range.lowerBound, digits: 9)
      let high = ReadableNumber.short(range.upperBound, digits: 9)
      throw ValidationError("\(option) must be a number from \(low) to \(high)")
    }
    try check("--from", from, -1e6...1e6)
    try check("--to", to, -1e6...1e6)
    try check("--velocity", velocity, -1e7...1e7)
    try check("--delay", delay, 0...3600)
    try check("--threshold", threshold, 1e-6...1e6)
    try check("--until", until, 0.001...1e6)
    try check("--rate", rate, 0.001...100_000)
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let frame = CurveMotion.Frame(
        from: from, to: to ?? 100, velocity: velocity ?? 0, delay: delay,
        repeatCount: repeatCount?.count ?? 1, autoreverses: autoreverse, threshold: threshold)
      let timings = try timings()
      try check(timings)
      let motions = timings.map { CurveMotion($0, in: frame) }
      try show(motions, length: until ?? motions.map(\.naturalLength).max() ?? 1)
    }
  }

  /// The timings, in the order of the options above.
  private func timings() throws(Failure) -> [CurveTiming] {
    var timings: [CurveTiming] = []
    for text in spring { timings.append(try .spring(text)) }
    for text in uikit { timings.append(try .uikit(text)) }
    for text in preset { timings.append(try .preset(text)) }
    for text in bezier { timings.append(try .bezier(text)) }
    for text in keyframes { timings.append(try .keyframes(text)) }
    for text in decay { timings.append(try .decay(text)) }
    return timings
  }

  /// Rejects options that contradict each other.
  private func check(_ timings: [CurveTiming]) throws(Failure) {
    let decays = timings.contains(where: \.isDecay)
    if decays, velocity == nil {
      throw Failure(.usage, "--decay: give --velocity, the velocity that decays")
    }
    if decays, repeatCount != nil || autoreverse {
      throw Failure(.usage, "--decay: momentum runs once; leave out --repeat and --autoreverse")
    }
    if to != nil, timings.allSatisfy(\.isDecay) {
      throw Failure(.usage, "--to: the velocity decides where a decay ends; leave it out")
    }
    if velocity != nil, !timings.contains(where: \.takesVelocity) {
      throw Failure(
        .usage, "--velocity: a curve has its own; only springs and --decay take it")
    }
    if velocity != nil, timings.contains(where: { $0.relativeVelocity != nil }) {
      throw Failure(
        .usage, "--velocity: --uikit already has a velocity; leave one out")
    }
    let distance = ((to ?? 100) - from).magnitude
    if repeatCount != nil || autoreverse, let velocity, velocity.magnitude > distance * 1e6 {
      throw Failure(
        .usage, "--velocity: a repeated timing needs a distance; move --from and --to apart")
    }
  }

  private func show(_ motions: [CurveMotion], length: Double) throws(Failure) {
    let picture = svg == nil ? "" : CurvePicture(motions, length: length).text
    if let svg, svg != "-" {
      do throws(SystemError) {
        try Files.write(Array(picture.utf8), to: svg)
      } catch {
        throw Failure(.output, error.description)
      }
    }
    if svg == "-" {
      try write(picture)
    } else if json {
      try write(CurveJSON(motions, times: try times(upTo: length)).text + "\n")
    } else if csv {
      try write(CurveTable.text(motions, times: try times(upTo: length)))
    } else {
      try write(text(of: motions, length: length))
    }
  }

  /// Writes directly to the standard output, because the buffer of `print` loses write errors.
  private func write(_ text: String) throws(Failure) {
    do throws(SystemError) {
      try Files.writeAll(Array(text.utf8), to: 1, action: "cannot write the output")
    } catch {
      throw Failure(.output, error.description)
    }
  }

  /// Returns the times of the rows. Each time is computed from its index.
  private func times(upTo length: Double) throws(Failure) -> [Double] {
    let count = (length * rate).rounded(.down)
    guard count < Self.rowLimit else {
      throw Failure(
        .usage,
        "--rate: \(ReadableNumber.short(count)) rows are too many; lower it, or give "
          + "--until SECONDS"
      )
    }
    return (0...Int(saturating: count)).map { Double($0) / rate }
  }

  private func text(of motions: [CurveMotion], length: Double) -> String {
    let ranges = motions.compactMap { motion in
      CurveTrace(motion: motion, length: length).range(\.value)
    }
    let numbers =
      ranges.flatMap { [$0.lowerBound, $0.upperBound] } + motions.map(\.end).filter(\.isFinite)
    let range = (numbers.min() ?? 0)...(numbers.max() ?? 1)
    let width = min(max(Terminal.size?.columns ?? 80, 40), 160)
    let blocks = motions.map { motion in
      let figures = CurveFigures(motion)
      let plot = CurvePlot(
        motion, settleTime: figures.settleTime, length: length, range: range, width: width)
      return CurveText(motion, figures).lines + [""] + plot.lines
    }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

/// A repeat count on the command line: `3`, `1.5`, `forever`.
struct RepeatArgument: ExpressibleByArgument {
  let count: Double

  init?(argument: String) {
    if argument == "forever" {
      count = .infinity
    } else if let count = Double(argument), (0...1e6).contains(count) {
      self.count = count
    } else {
      return nil
    }
  }
}
