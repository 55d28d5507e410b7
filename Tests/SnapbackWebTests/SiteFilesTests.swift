import Glibc
import SnapbackLinux
import Testing

@testable import SnapbackWeb

/// A site: what its folder offers, and that nothing outside of it is served.
@Suite struct SiteFilesTests {
  /// A folder `site` with files, beside a file `secret`. It is removed with its contents.
  private struct Place: ~Copyable {
    let top: String

    init(_ name: String) throws {
      top = "/tmp/snapback-site-\(getpid())-\(name)"
      for folder in ["", "/site", "/site/sub", "/site/sub/deep", "/site/.git", "/other"] {
        mkdir(top + folder, 0o700)
      }
      for file in [
        "secret", "other/file.txt", "site/index.html", "site/sub/a.js", "site/sub/deep/b.png",
        "site/.env", "site/.git/config", "site/sub/.hidden.html",
      ] {
        try Files.write(Array(file.utf8), to: "\(top)/\(file)")
      }
    }

    var site: SiteFiles { SiteFiles(folder: "\(top)/site") }

    deinit {
      system("rm -rf '\(top)'")
    }
  }

  private static func text(_ answer: WebAnswer) -> String {
    String(decoding: answer.body, as: UTF8.self)
  }

  @Test func filesOfTheFolderAndBelowAreServed() throws {
    let place = try Place("served")
    for (path, type) in [
      (["index.html"], "text/html; charset=utf-8"),
      (["sub", "a.js"], "text/javascript; charset=utf-8"), (["sub", "deep", "b.png"], "image/png"),
    ] {
      let answer = place.site.answer(path)
      #expect(answer.status == 200 && answer.type == type, "\(path)")
      #expect(Self.text(answer) == "site/" + path.joined(separator: "/"))
    }
  }

  @Test func aFileThatChangesIsServedAsItIsNow() throws {
    let place = try Place("changes")
    try Files.write(Array("two".utf8), to: "\(place.top)/site/index.html")
    #expect(Self.text(place.site.answer(["index.html"])) == "two")
    rename("\(place.top)/site", "\(place.top)/gone")
    #expect(place.site.answer(["index.html"]).status == 404)
  }

  @Test func namesThatLeadOutOrNowhereAreNotFound() throws {
    let place = try Place("names")
    for path in [
      [], ["..", "secret"], [".."], ["."], [""], ["sub", "..", "..", "secret"], ["../secret"],
      ["sub/a.js"], ["/etc/passwd"], ["", "etc", "passwd"], ["none.html"], ["sub"],
      ["index.html", "x"], ["index.html\0.png"], [String(repeating: "a", count: 300)],
    ] as [[String]] {
      #expect(place.site.answer(path).status == 404, "\(path)")
    }
  }

  @Test func hiddenFilesAndFoldersAreNotFound() throws {
    let place = try Place("hidden")
    for path in [[".env"], [".git", "config"], ["sub", ".hidden.html"], ["sub", ".", "a.js"]] {
      #expect(place.site.answer(path).status == 404, "\(path)")
    }
  }

  @Test func linksAreNotFollowedButTheFolderMayBeOne() throws {
    let place = try Place("links")
    for (link, target) in [
      ("file.txt", "../secret"), ("absolute.txt", "/etc/passwd"), ("folder", "../other"),
      ("inside.html", "index.html"), ("loop", "loop"),
    ] {
      symlink(target, "\(place.top)/site/\(link)")
    }
    for path in [
      ["file.txt"], ["absolute.txt"], ["folder", "file.txt"], ["inside.html"], ["loop"],
    ] {
      #expect(place.site.answer(path).status == 404, "\(path)")
    }
    symlink("site", "\(place.top)/current")
    #expect(SiteFiles(folder: "\(place.top)/current").answer(["index.html"]).status == 200)
  }

  @Test func pipesAndSocketsAreNotFoundAndDoNotBlock() throws {
    let place = try Place("pipes")
    mkfifo("\(place.top)/site/pipe.html", 0o600)
    #expect(place.site.answer(["pipe.html"]).status == 404)
  }

  @Test func aFileIsServedUpToTheLimit() throws {
    let place = try Place("limit")
    for (count, status) in [(SiteFiles.limit, 200), (SiteFiles.limit + 1, 403)] {
      let path = "\(place.top)/site/large.bin"
      try Files.write([], to: path)
      truncate(path, count)
      let answer = place.site.answer(["large.bin"])
      #expect(answer.status == status)
      if status == 200 { #expect(answer.type == "application/octet-stream") }
    }
  }

  @Test func pagesHaveAPolicyOfTheirOwn() throws {
    let place = try Place("policy")
    let headers = place.site.answer(["index.html"]).allHeaders
    #expect(Set(headers.map(\.name)) == Set(WebAnswer.commonHeaders.map(\.name)))
    let policies = headers.filter { $0.name == "Content-Security-Policy" }.map(\.value)
    #expect(policies.count == 1)
    let rules = try #require(policies.first).split(separator: "; ").map(String.init)
    #expect(rules.contains("default-src 'self'"))
    // Scripts come from files only: without a rule of their own, the default applies to them.
    #expect(!rules.contains { $0.hasPrefix("script-src") || $0.hasPrefix("connect-src") })
    #expect(rules.contains("frame-ancestors 'none'") && rules.contains("base-uri 'none'"))
  }
}
