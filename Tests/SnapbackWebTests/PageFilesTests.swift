import Glibc
import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackWeb

/// The files built into the program, and the names that lead to them.
@Suite struct PageFilesTests {
  private static let folders = ["page": "Sources/SnapbackWeb/Page", "client": "clients/js"]

  private static func folder(_ shelf: PageFiles.Shelf) -> String {
    Fixture.repository + "/" + (folders[shelf.rawValue] ?? "")
  }

  @Test func theListInsideIsThatOfTheFolders() {
    var expected: [String] = []
    for shelf in PageFiles.Shelf.allCases {
      let names = Files.names(in: Self.folder(shelf)).filter { name in
        [".html", ".css", ".js"].contains { name.hasSuffix($0) }
      }
      // Only Node.js reads this file.
      expected += names.filter { $0 != "node.js" }.map { "\(shelf.rawValue)/\($0)" }
    }
    #expect(expected.contains("page/index.html"))
    #expect(
      PageFiles.embedded.sorted() == expected.sorted(),
      "run scripts/generate web-files --update")
  }

  @Test func filesInsideAreThoseOfTheFoldersToTheByte() throws {
    for path in PageFiles.embedded {
      let parts = path.split(separator: "/").map(String.init)
      let shelf = try #require(PageFiles.Shelf(rawValue: parts[0]))
      let answer = try #require(PageFiles().answer(shelf, parts[1]))
      #expect(answer.body == (try Files.read(Self.folder(shelf) + "/" + parts[1])), "\(path)")
      #expect(!answer.body.contains(0), "\(path) cannot hold a zero")
    }
  }

  @Test func otherNamesLeadNowhere() {
    for name in ["", "..", "nothing.js", "page/index.html", "../Page/index.html", "index.html\0"] {
      #expect(PageFiles().answer(.page, name) == nil)
      let served = PageFiles(pageFolder: Self.folder(.page)).answer(.page, name)
      #expect(served == nil, "\(name)")
    }
  }

  @Test func theFirstFolderOfANameCounts() throws {
    let top = "/tmp/snapback-web-\(getpid())"
    defer { for name in ["a/x", "b/x", "b/y", "a", "b", ""] { remove("\(top)/\(name)") } }
    for folder in ["", "/a", "/b"] { mkdir(top + folder, 0o700) }
    for file in ["a/x", "b/x", "b/y"] { try Files.write(Array(file.utf8), to: "\(top)/\(file)") }
    let files = NamedFiles(folders: ["\(top)/a", "\(top)/b"])
    #expect(files.names() == ["x", "y"])
    #expect(files.path("x") == "\(top)/a/x")
    #expect(files.path("y") == "\(top)/b/y")
    for name in ["../a/x", "a/x", "/etc/passwd", "", ".", ".."] {
      #expect(files.path(name) == nil)
    }
    let single = NamedFiles(folders: ["\(top)/a"], single: "\(top)/b/x")
    #expect(single.path("x") == "\(top)/b/x")
  }
}
