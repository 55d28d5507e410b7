import Glibc
import SnapbackLinux
import Testing

@Suite struct PrivateFolderTests {
  @Test func itBelongsToTheUserAndIsRemovedWithItsFiles() throws {
    var folder: PrivateFolder? = try PrivateFolder("snapback-test")
    let path = try #require(folder?.path)
    var information = stat()
    #expect(stat(path, &information) == 0)
    #expect(information.st_mode & 0o777 == 0o700 && information.st_uid == geteuid())
    try Files.write([1], to: path + "/file")
    folder = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func twoFoldersOfOneNameDiffer() throws {
    let folders = try (0..<2).map { _ in try PrivateFolder("snapback-test") }
    #expect(folders[0].path != folders[1].path)
  }
}
