import Foundation
import SnapbackBasics
import SnapbackProtocol

/// Measures the time to encode a frame of a hundred views, or to write it to shared memory and read
/// it back.
///
/// Reads lines `WORKLOAD COUNT`, runs the workload COUNT times and prints the nanoseconds, or `-`
/// for an unknown workload. A COUNT of 0 prints the bytes of one frame, or of the numbers that were
/// read, in hexadecimal.
@main
struct EncodingBench {
  private var frame = EncodingScene.frame()
  private let appearances = EncodingScene.appearances()
  private var encoder = WireEncoder(.binary)
  /// The indices of all views: the daemon would find that each one has changed.
  private let news = Array(EncodingScene.frame().views.indices)
  private var foundation: FoundationFrame?
  private let writer = JSONEncoder()
  private var memory: MemoryPasses?
  private var written = 0

  static func main() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let count = Int(words[1]) else { exit(65) }
      var bench = EncodingBench()
      print(bench.answer(words[0], count))
      fflush(nil)
    }
  }

  private mutating func answer(_ workload: String, _ count: Int) -> String {
    switch workload {
    case "binary": break
    case "ndjson": encoder = WireEncoder(.ndjson)
    case "foundation": foundation = FoundationFrame(frame, appearances)
    case "publish": memory = MemoryPasses(frame, reads: false)
    case "read": memory = MemoryPasses(frame, reads: true)
    default: return "-"
    }
    // Warm up: buffers reach their size and pages are mapped.
    for _ in 0..<3 { writeFrame() }
    guard count > 0 else { return hexadecimal() }
    let start = Self.now()
    for _ in 0..<count { measurePass() }
    let end = Self.measureEnd()
    guard written > 0 else { exit(70) }
    return "\(end - start)"
  }

  /// Writes one frame. Not inlined, so that callgrind can find its start.
  @inline(never)
  mutating func measurePass() { writeFrame() }

  private mutating func writeFrame() {
    if let memory {
      written = memory.pass()
    } else if let foundation {
      written = (try? writer.encode(foundation))?.count ?? 0
    } else {
      encoder.reset()
      encoder.frame(
        frame, views: news, computed: .zero, appearances: appearances, sequence: 1)
      written = encoder.bytes.count
    }
  }

  private func hexadecimal() -> String {
    var bytes = memory?.bytes ?? encoder.bytes
    if let foundation { bytes = (try? writer.encode(foundation)).map(Array.init) ?? [] }
    return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Reads the clock. Not inlined, so that callgrind can find the end of the last pass.
  @inline(never)
  private static func measureEnd() -> Int { now() }

  /// CLOCK_MONOTONIC, in nanoseconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
