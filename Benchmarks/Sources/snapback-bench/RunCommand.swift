import ArgumentParser
import SnapbackConstraints

/// Measures how long builds and frames take.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures builds and frames of a workload.",
    discussion: """
      A frame is its changes, one solve, and the reading of every variable. `build` adds every \
      constraint and shows the first frame. Times are nanoseconds of one frame: the median, the \
      best, and the 95th percentile.
      """)

  @Argument(help: "A workload file.")
  var file: String

  @Option(help: "Repeats the whole file until so many seconds have passed; at least once.")
  var seconds: Double = 1

  @Flag(help: "Ends a frame with the solve, to see how that alone grows.")
  var withoutReading = false

  @Flag(help: "Prints one line of JSON instead of a table.")
  var json = false

  func validate() throws {
    guard seconds >= 0, seconds <= 86_400 else {
      throw ValidationError("--seconds must be between 0 and 86400.")
    }
  }

  func run() throws {
    try Bench.attempt(file) { workload in
      var samples = [Samples](repeating: Samples(), count: workload.labels.count)
      var builds = Samples()
      let start = Samples.now()
      var repeats = 0
      repeat {
        try measure(workload, &builds, &samples)
        repeats += 1
      } while Double(Samples.now() - start) < seconds * 1e9
      let rows = [("build", builds)] + zip(workload.labels, samples)
      print(json ? line(rows, repeats) : table(rows, repeats))
    }
  }

  private func measure(
    _ workload: Workload, _ builds: inout Samples, _ samples: inout [Samples]
  ) throws(ConstraintError) {
    var session = Session(workload, isReading: !withoutReading)
    let start = Samples.now()
    try session.measureBuild()
    builds.add(Samples.now() - start, steps: session.steps)
    for index in workload.frames.indices.dropFirst() {
      let steps = session.steps
      let start = Samples.now()
      try session.measureFrame(index)
      let duration = Samples.now() - start
      samples[workload.frames[index].label].add(duration, steps: session.steps - steps)
    }
  }

  private func line(_ rows: [(String, Samples)], _ repeats: Int) -> String {
    let parts = rows.compactMap { label, samples in
      samples.summary.map {
        "{\"label\":\(Text.quoted(label)),\"median\":\($0.median),\"best\":\($0.best),"
          + "\"p95\":\($0.late),\"count\":\(samples.durations.count),\"steps\":\($0.steps),"
          + "\"quiet\":\($0.quiet.map(String.init) ?? "null")}"
      }
    }
    return "{\"file\":\(Text.quoted(file)),\"repeats\":\(repeats),"
      + "\"rows\":[\(parts.joined(separator: ","))]}"
  }

  private func table(_ rows: [(String, Samples)], _ repeats: Int) -> String {
    var lines = [
      Text.padded("label", 12)
        + ["median ns", "best ns", "p95 ns", "quiet ns", "steps", "frames"].map {
          Text.right($0, 14)
        }.joined()
    ]
    for (label, samples) in rows {
      guard let summary = samples.summary else { continue }
      let cells = [
        "\(summary.median)", "\(summary.best)", "\(summary.late)",
        summary.quiet.map(String.init) ?? "-", "\(summary.steps)", "\(samples.durations.count)",
      ]
      lines.append(Text.padded(label, 12) + cells.map { Text.right($0, 14) }.joined())
    }
    return lines.joined(separator: "\n") + "\nrepeats: \(repeats)"
  }
}
