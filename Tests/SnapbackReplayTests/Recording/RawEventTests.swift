import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// The events of the kernel as bytes: `cat /dev/input/event5`, and umockdev's scripts of them.
@Suite struct RawEventTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes(Fixture.repository + "/Tests/Fixtures/recordings/" + name)
  }

  @Test(arguments: [("cat-64-bit.bin", 24), ("cat-32-bit.bin", 16)])
  func aCutOffEventIsLeftOut(file: (name: String, size: Int)) throws {
    let bytes = try Self.bytes(file.name)
    #expect(bytes.count == RecordingFixture.events.count * file.size)
    for rest in 1..<file.size {
      // The last event is the report of the last frame, of four events.
      let cut = Array(bytes.dropLast(rest))
      do throws(RecordingError) {
        _ = try RecordingFile.read(cut, file: "r")
        Issue.record("accepted \(rest) bytes less")
      } catch {
        #expect(
          error.description == "r: is cut off: its last \(file.size - rest) bytes are less than an "
            + "event of \(file.size) bytes; record it again")
      }
      let read = try RecordingFile.read(cut, file: "r", isLenient: true)
      #expect(read.recording.events.count == RecordingFixture.events.count - 4)
      #expect(read.omissions.count == 2)
    }
  }

  @Test func bytesThatAreNoEventAreNamed() throws {
    var bytes = try Self.bytes("cat-64-bit.bin")
    let copies = 1 + 64 / RecordingFixture.events.count
    bytes = (0...copies).flatMap { _ in bytes }
    // The type of the last event, after those that are examined to recognize the format.
    bytes[bytes.count - 8] = 0x1d
    let first = bytes.count - 24
    do throws(RecordingError) {
      _ = try RecordingFile.read(bytes, file: "r")
      Issue.record("accepted")
    } catch {
      #expect(
        error.description == "r: cannot be read: bytes \(first) to \(first + 23) are not an event "
          + "of 24 bytes (struct input_event)")
    }
    #expect(try RecordingFile.read(bytes, file: "r", isLenient: true).omissions.count == 2)
  }

  @Test func otherBytesAreNotEvents() {
    for bytes in [[UInt8](repeating: 0, count: 240), Array(0...255), [1, 0, 0]] {
      #expect(throws: RecordingError.self) { try RecordingFile.read(bytes, file: "r") }
    }
  }

  @Test func theNodeThatUmockdevWritesIsKept() throws {
    let read = try RecordingFile.read(Self.bytes("umockdev-events.evemu"), file: "r")
    #expect(read.recording.streams[0].node == "/dev/input/event5")
  }
}
