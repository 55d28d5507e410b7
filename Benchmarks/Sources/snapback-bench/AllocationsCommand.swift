import ArgumentParser
import Glibc

/// Counts the heap allocations of frames.
struct AllocationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allocations",
    abstract: "Counts heap allocations in the frames of a workload, for each label.",
    discussion: """
      The first two frames of a label may grow what later ones reuse, and are not counted. The \
      counter has to be preloaded; `scripts/bench allocations` does that.
      """)

  @Argument(help: "A workload file.")
  var file: String

  @Flag(help: "Prints one line of JSON instead of a table.")
  var json = false

  func run() throws {
    try Bench.attempt(file) { workload in
      let count = try counter()
      var session = Session(workload)
      try session.measureBuild()
      var seen = [Int](repeating: 0, count: workload.labels.count)
      var sums = [UInt64](repeating: 0, count: workload.labels.count)
      for index in workload.frames.indices.dropFirst() {
        let label = workload.frames[index].label
        let before = count()
        try session.measureFrame(index)
        let after = count()
        seen[label] += 1
        if seen[label] > 2 { sums[label] += after - before }
      }
      let rows = workload.labels.indices.filter { seen[$0] > 2 }.map {
        (label: workload.labels[$0], frames: seen[$0] - 2, allocations: sums[$0])
      }
      if json {
        let parts = rows.map {
          "{\"label\":\(Text.quoted($0.label)),\"frames\":\($0.frames),"
            + "\"allocations\":\($0.allocations)}"
        }
        print("{\"file\":\(Text.quoted(file)),\"rows\":[\(parts.joined(separator: ","))]}")
      } else {
        for row in rows {
          print("\(Text.padded(row.label, 12)) \(row.allocations) in \(row.frames) frames")
        }
      }
    }
  }

  /// Returns the function that counts the allocations of this thread.
  ///
  /// The counter is loaded at run time, so that measured runs do not contain a counting malloc.
  private func counter() throws(Failure) -> @convention(c) () -> UInt64 {
    guard let symbol = dlsym(nil, "allocation_count") else {
      throw Failure(
        "nothing counts allocations here; run `scripts/bench allocations`, which preloads "
          + "Tests/AllocationCounter")
    }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
  }
}
