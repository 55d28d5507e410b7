import SnapbackWeb
import Testing

/// Origins on the command line: which ones can be allowed, and what the errors say.
@Suite struct WebOriginTests {
  @Test(arguments: [
    ("http://localhost:5173", "http://localhost:5173"),
    ("HTTP://Kiosk.Example:8080", "http://kiosk.example:8080"),
    ("https://kiosk.example", "https://kiosk.example"),
    // Browsers omit the default port.
    ("http://kiosk.example:80", "http://kiosk.example"),
    ("https://kiosk.example:443", "https://kiosk.example"),
    ("https://kiosk.example:80", "https://kiosk.example:80"),
    ("http://192.168.1.20:65535", "http://192.168.1.20:65535"),
    ("http://[::1]:5173", "http://[::1]:5173"),
  ])
  func anOriginIsInTheFormOfTheHeader(_ text: String, _ header: String) throws {
    #expect(try WebOrigin(text).description == header)
  }

  private static func fault(_ text: String) -> String {
    do throws(WebOrigin.Fault) {
      return "no fault: \(try WebOrigin(text))"
    } catch {
      return error.description
    }
  }

  @Test func thePageOfAFileHasNoOriginOfItsOwn() {
    for text in ["null", "NULL", "file://", "file:///srv/kiosk/index.html"] {
      #expect(Self.fault(text).contains("sandboxed frames of any site"), "\(text)")
      #expect(Self.fault(text).contains("--site"), "\(text)")
    }
  }

  @Test func aWildcardIsRefused() {
    for text in ["*", "http://*", "http://*.example:80", "http://localhost:*", "*://localhost"] {
      #expect(Self.fault(text).contains("pages of other sites could connect"), "\(text)")
    }
  }

  @Test func whatIsNoOriginIsRefused() {
    for text in [
      "", "localhost", "localhost:5173", "//localhost:5173", "http:", "http://", "http:///",
      "http://localhost:5173/", "http://localhost:5173/page", "http://localhost?", "http://a#b",
      "http://user@localhost", "http://user:word@localhost", "http://localhost:",
      "http://localhost:0", "http://localhost:65536", "http://localhost:+80",
      "http://localhost:８０", "http://local host", "http://localhost, http://evil.example",
      "http://[::1", "http://[]", "http://[::1]x", "http://[g::1]", "http://münchen.example",
      "ws://localhost:5173", "ftp://localhost", "chrome-extension://abc", "about:blank",
    ] {
      #expect(Self.fault(text).contains("scheme://host:port"), "\(text)")
    }
  }
}
