import Glibc
import SnapbackLinux
import Testing

/// Shared ownership of descriptors.
///
/// The tests check through the other end whether a descriptor is closed, because other tests may
/// reuse its number.
@Suite struct SharedDescriptorTests {
  @Test func itIsClosedWhenTheLastOwnerReleasesItAndNotBefore() throws {
    var ends: Ends? = try Ends.sockets()
    let reading = try #require(ends).first
    var owners = [try #require(ends).second]
    owners.append(owners[0])
    ends = nil
    #expect(Reading(reading.raw) == .nothing)
    owners.removeFirst()
    #expect(Reading(reading.raw) == .nothing)
    #expect(Glibc.write(owners[0].raw, [7], 1) == 1 && Reading(reading.raw) == .bytes([7]))
    owners.removeFirst()
    #expect(Reading.waitForEnd(reading.raw) == .end)
  }

  @Test func aQueuedDescriptorKeepsItsNumberFromBeingReused() throws {
    let folder = try ScratchFolder()
    func file(_ name: String) -> SharedDescriptor {
      SharedDescriptor(
        Descriptor(owning: open(folder.path + "/" + name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)))
    }
    var owner: SharedDescriptor? = file("queued")
    let queue = [try #require(owner)]
    let before = identity(queue[0].raw)
    owner = nil
    let others = (0..<100).map { file("other\($0)") }
    #expect(!before.isEmpty && identity(queue[0].raw) == before)
    #expect(!others.contains { $0.raw == queue[0].raw || identity($0.raw) == before })
  }
}
