import Glibc
import SnapbackLinux
import Testing

@Suite struct FilePathsTests {
  @Test func theParentOfAPathIsTheFolderThatItIsIn() {
    let cases = [("/a/b/c", "/a/b"), ("/a", "/"), ("/", "/"), ("a/b", "a"), ("a", ".")]
    for (path, parent) in cases { #expect(FilePaths.parent(path) == parent, "\(path)") }
  }

  @Test func linksAreFollowedUpToTheGoalAndEightAtMost() throws {
    let folder = try ScratchFolder()
    func path(_ name: String) -> String { folder.path + "/" + name }
    // Each link leads to the next lower number; 0 is a file.
    try Files.write([1], to: path("0"))
    for number in 1...9 { #expect(symlink("\(number - 1)", path("\(number)")) == 0) }
    #expect(symlink(path("2"), path("absolute")) == 0)
    #expect(symlink("nothing", path("broken")) == 0)
    #expect(symlink("itself", path("itself")) == 0)
    let cases: [(start: String, goal: String, end: String)] = [
      ("0", "", "0"), ("1", "", "0"), ("8", "", "0"), ("9", "", "1"), ("5", "3", "3"),
      ("5", "5", "5"), ("absolute", "2", "2"), ("absolute", "", "0"), ("broken", "", "nothing"),
      ("itself", "", "itself"), ("missing", "", "missing"),
    ]
    for (start, goal, end) in cases {
      let found = FilePaths.followLinks(path(start)) { $0 == path(goal) }
      #expect(found == path(end), "from \(start), goal \(goal)")
    }
  }
}
