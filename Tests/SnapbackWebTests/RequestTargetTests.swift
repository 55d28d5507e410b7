import SnapbackWeb
import Testing

/// Parsing paths and queries.
@Suite struct RequestTargetTests {
  @Test(arguments: [
    ("/", []), ("/?", []), ("/ws", ["ws"]), ("/page/index.html", ["page", "index.html"]),
    ("/a%20b/%C3%BC", ["a b", "ü"]), ("/a+b", ["a+b"]), ("/a;b=c", ["a;b=c"]),
    ("/%2e%2e%2e", ["..."]),
  ])
  func pathsThatCanBeRead(_ text: String, _ path: [String]) throws {
    #expect(try #require(RequestTarget(text)).path == path)
  }

  @Test(arguments: [
    "", "*", "http://127.0.0.1/", "page", "//", "/page/", "//page", "/a//b", "/.", "/..", "/a/../b",
    "/%2e%2e", "/%2E%2E/etc", "/a%2fb", "/a%2Fb", "/%", "/%2", "/%zz", "/%00", "/a%0Ab", "/%7f",
    "/%ff", "/%c0%ae", "/%ed%a0%80", "/?a=%", "/?%=a", "/?a=%00", "/?a=%80",
  ])
  func whatCannotBeRead(_ text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func aQueryHasItsItemsInOrder() throws {
    let target = try #require(RequestTarget("/?a=1&b=x%26y+z&a=2&c&&=d&e=f=g?h"))
    let items = target.query.map { [$0.name, $0.value] }
    #expect(
      items == [["a", "1"], ["b", "x&y z"], ["a", "2"], ["c", ""], ["", "d"], ["e", "f=g?h"]])
    #expect(target.value("b") == "x&y z")
    #expect(target.value("c") == "")
    // Of two values, neither is used.
    #expect(target.value("a") == nil)
    #expect(target.value("none") == nil)
  }

  @Test func whatIsEscapedByteByByteComesBack() throws {
    for text in ["card.json5", "ü ö/?#&=%+", "日本語", "🎛️"] {
      let escaped = text.utf8.map { byte in
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: byte % 2 == 0)
      }.joined()
      #expect(try #require(RequestTarget("/?name=\(escaped)")).value("name") == text)
    }
  }
}
