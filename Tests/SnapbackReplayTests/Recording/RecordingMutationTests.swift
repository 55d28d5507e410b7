import SnapbackBasics
import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// Randomly damaged files: each read returns a result or an error, and is deterministic.
@Suite struct RecordingMutationTests {
  private static func mutate(_ seed: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...6, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.insert(UInt8.random(in: 32...126, using: &generator), at: place)
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(contentsOf: Array("999999999999".utf8), at: place)
      case 5: bytes.insert(contentsOf: Array("\n- [{".utf8), at: place)
      default:
        let end = min(bytes.count, place + 200)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  @Test(arguments: RecordingFixture.all)
  func damagedFilesAreRefusedOrRead(fixture: RecordingFixture) throws {
    let seed = try fixture.bytes()
    var generator = SeededGenerator(seed: UInt64(seed.count))
    var (strict, lenient) = (0, 0)
    for _ in 0..<150 {
      let bytes = Self.mutate(seed, &generator)
      let whole = try? RecordingFile.read(bytes, file: "m")
      let intact = try? RecordingFile.read(bytes, file: "m", isLenient: true)
      if let whole {
        strict += 1
        // A file that strict reading accepts reads the same in lenient mode.
        #expect(intact?.omissions.count == 0)
        #expect(intact?.recording == whole.recording)
      } else if let intact {
        lenient += 1
        #expect(intact.omissions.count > 0)
      }
      guard let recording = intact?.recording else { continue }
      for stream in recording.streams { _ = RecordingReport(stream) }
      let again = try RecordingFixture.read(FrameLinesWriter.text(recording)).recording
      // A device without axes is described by its events, again after it was written.
      #expect(again.streams.map(\.events) == recording.streams.map(\.events))
      _ = try? ReplayRun(recording, scene: "card", rate: 1)
    }
    #expect(strict > 1 && lenient > 5, "\(strict) and \(lenient)")
  }
}
