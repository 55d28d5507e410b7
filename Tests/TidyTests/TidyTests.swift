import Glibc
import SnapbackTestSupport
import Testing

/// The rules of docs/style.md that a machine can check, applied to the files of the repository.
@Suite struct TidyTests {
  /// The files that git would commit, with paths from the top folder.
  private static let files: [String] = {
    let command = "cd '\(Fixture.repository)' && git ls-files -co --exclude-standard"
    guard let pipe = popen(command, "r") else { return [] }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }()

  private static func text(_ file: String) throws -> String {
    String(decoding: try Fixture.bytes(Fixture.repository + "/" + file), as: UTF8.self)
  }

  private static func lines(_ file: String) throws -> [Substring] {
    try text(file).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static let sources = files.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
  private static let swift = files.filter { $0.hasSuffix(".swift") }

  /// The targets that hold no clocks or descriptors and contain no unsafe code.
  private static let pure = ((try? text("Package.swift")) ?? "")
    .matches(of: /pure\(\s*"(\w+)"/).map { "Sources/\($0.output.1)/" }

  @Test func theTreeIsThere() {
    #expect(Self.sources.count > 80)
    #expect(Self.pure.count > 8)
    #expect(Self.files.contains("README.md") && Self.files.contains("LICENSE"))
  }

  @Test func filesAreShortAndLinesAreNarrow() throws {
    for file in Self.swift {
      let lines = try Self.lines(file)
      #expect(lines.count <= 401, "\(file) has \(lines.count - 1) lines")
      for (number, line) in lines.enumerated() where line.count > 100 {
        Issue.record("\(file):\(number + 1) has \(line.count) columns")
      }
    }
  }

  /// Records whose properties are independent of each other: rules of a configuration, the settings
  /// that result from them, and pieces of text.
  private static let records: Set = ["DeviceRule", "DeviceSettings", "StateText"]

  @Test func typesHaveAtMostFifteenStoredProperties() throws {
    for file in Self.sources where !file.hasPrefix("Sources/snapback") {
      var types: [(name: String, indent: Int, count: Int)] = []
      for line in try Self.lines(file) {
        let indent = line.prefix { $0 == " " }.count
        while let type = types.last, indent <= type.indent, line.dropFirst(indent).first == "}" {
          if !Self.records.contains(type.name) {
            #expect(type.count <= 15, "\(file): \(type.name) has \(type.count) properties")
          }
          types.removeLast()
        }
        let declaration = Self.declaration(line)
        switch declaration.first {
        case "struct", "class", "enum", "actor", "extension":
          guard line.hasSuffix("{") else { continue }
          let isExtension = declaration.first == "extension"
          types.append((isExtension ? "" : String(declaration[1]), indent, 0))
        case "let", "var":
          guard let type = types.last, indent == type.indent + 2, Self.isStored(line) else {
            continue
          }
          types[types.count - 1].count += 1
        default: break
        }
      }
    }
  }

  /// The words of a declaration, starting with its keyword.
  private static func declaration(_ line: Substring) -> [Substring] {
    let modifiers: Set = [
      "public", "private", "fileprivate", "package", "final", "private(set)", "indirect", "unsafe",
    ]
    return Array(line.split { " :<".contains($0) }.drop { modifiers.contains(String($0)) })
  }

  /// Whether the declaration of a property stores a value: it has no body, or a value before its
  /// body.
  private static func isStored(_ line: Substring) -> Bool {
    guard let body = line.firstIndex(of: "{") else { return true }
    return line[..<body].contains("=")
  }

  @Test func functionsAreAtMostSixtyLines() throws {
    for file in Self.swift {
      var start: (line: Int, indent: Int)?
      for (number, line) in try Self.lines(file).enumerated() {
        let indent = line.prefix { $0 == " " }.count
        let isStart = line.contains("func ") || line.contains(" init(") || line.contains(" init?(")
        // A declaration on one line ends on that line.
        let isOpen = !line.contains("//") && !line.hasSuffix("}")
        if start == nil, isStart, isOpen { start = (number, indent) }
        guard let opened = start, line.dropFirst(indent) == "}", indent == opened.indent else {
          continue
        }
        let length = number - opened.line + 1
        #expect(length <= 60, "\(file):\(opened.line + 1) is \(length) lines long")
        start = nil
      }
    }
  }

  @Test func theCoreIsPure() throws {
    let banned = ["import Foundation", "Date()", "clock_gettime", "ContinuousClock", "unsafe "]
    // The memory of the solver, which appears as an array with value semantics (decision 7).
    let mayBeUnsafe = ["Column.swift", "Solver.swift"].map { "Sources/SnapbackConstraints/" + $0 }
    for file in Self.sources where Self.pure.contains(where: file.hasPrefix) {
      for (number, line) in try Self.lines(file).enumerated() {
        for word in banned where line.contains(word) && !line.contains("///") {
          if word == "unsafe ", mayBeUnsafe.contains(file) { continue }
          Issue.record("\(file):\(number + 1) has \"\(word)\"")
        }
      }
    }
  }

  @Test func fullFoundationIsNowhere() throws {
    for file in Self.sources {
      #expect(!(try Self.text(file)).contains("import Foundation\n"), "\(file)")
    }
  }

  @Test func conversionsThatTrapAreNotUsedOnNumbersFromOutside() throws {
    // `Int(_: Double)` traps on NaN and out of range; `init(saturating:)` does not. The arguments
    // listed here are integers already, or texts that are parsed.
    let fine = [
      "Int(axis(", "Int(code", "Int(color.", "Int(count)", "Int(event.", "Int(greatest)",
      "Int(largest.exponent)", "Int(libevdev_", "Int(name.", "Int(PATH_MAX)", "Int(size.ws",
      "Int(slot)",
      "Int($0)", "Int32($0)", "Int32(0)", "Int32(MSG_", "Int32(SOCK_", "Int32(fields",
      "Int32(ready.count",
      "Int32(signals.count", "Int64(event.time", "Int64(part", "UInt64(index)", "UInt64(unit)",
      "UInt64(UInt8(ascii", "UInt64(HexadecimalDigits.two(", "UInt64($0)", "UInt64(information.",
      "Int64(text", "UInt64(text)", "UInt64(value) : 0", "UInt64(byte &", "UInt64(digits, radix",
    ]
    let integers =
      /\b(Int|Int32|Int64|UInt64)\((?!saturating|nearestTo|clamping|exactly|truncating|bit)/
    for file in Self.sources {
      for (number, line) in try Self.lines(file).enumerated() where !line.contains("///") {
        for match in line.matches(of: integers) {
          let call = line[match.range.lowerBound...]
          // The solver's ids are Int32, which always fit.
          if call.hasPrefix("Int("), file.hasPrefix("Sources/SnapbackConstraints/") { continue }
          #expect(fine.contains { call.hasPrefix($0) }, "\(file):\(number + 1): \(line)")
        }
      }
    }
  }

  @Test func nothingIsForcedAndNothingIsLeftToDo() throws {
    let banned = ["try!", "as!", "fatalError(", "TODO", "FIXME", "XXX", "unimplemented"]
    for file in Self.sources {
      for (number, line) in try Self.lines(file).enumerated() {
        for word in banned where line.contains(word) {
          Issue.record("\(file):\(number + 1) has \"\(word)\"")
        }
      }
    }
  }

  @Test func everyDecisionIsNumberedOnce() throws {
    let numbers = Self.files.filter { $0.hasPrefix("docs/decisions/") }
      .compactMap { $0.split(separator: "/").last?.prefix(4) }
    #expect(!numbers.isEmpty)
    #expect(Set(numbers).count == numbers.count)
    for (index, number) in numbers.sorted().enumerated() { #expect(Int(number) == index + 1) }
  }

  @Test func everyLinkBetweenDocumentsLeadsSomewhere() throws {
    for file in Self.files where file.hasSuffix(".md") {
      let folder = file.split(separator: "/").dropLast().joined(separator: "/")
      for match in try Self.text(file).matches(of: /\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/) {
        let target = String(match.1)
        let path = (folder.isEmpty ? "" : folder + "/") + target
        let isThere = access(Fixture.repository + "/" + path, F_OK) == 0
        #expect(isThere, "\(file) links to \(target)")
      }
    }
  }

  @Test func theChangeLogHasItsShape() throws {
    let lines = try Self.lines("CHANGELOG.md")
    #expect(lines.first == "# Changelog")
    let headings = lines.filter { $0.hasPrefix("## ") }
    #expect(!headings.isEmpty)
    for heading in headings {
      #expect(heading.wholeMatch(of: /## (\[?\d+\.\d+\.\d+\]?( - .+)?|Unreleased)/) != nil)
    }
  }

  @Test func sourcesAreFormatted() throws {
    let faults = try Self.output(
      of: "cd '\(Fixture.repository)' && swift format lint --strict --parallel --recursive "
        + "Package.swift Sources Tests 2>&1 | head -n 5")
    #expect(faults.isEmpty, "run scripts/format: \(faults)")
  }

  @Test func allFilesNameOneVersionOfSwiftAndTheCompilerIsNotOlder() throws {
    let version = try Regex(#"(?:Swift|tools-version:|toolchain of|install a) (\d+\.\d+)"#)
    var named: [String: Set<String>] = [:]
    let files =
      Self.files.filter { $0.hasSuffix("Package.swift") } + [
        "README.md", "CONTRIBUTING.md", "clients/swift/README.md", "scripts/setup",
        "scripts/steps/sizes",
      ]
    for file in files {
      for match in try Self.text(file).matches(of: version) {
        named[String(match.output[1].substring ?? ""), default: []].insert(file)
      }
    }
    #expect(named.count == 1 && named.values.first?.count == files.count, "\(named)")
    let compiler = try Self.output(of: "swift --version 2>/dev/null")
      .firstMatch(of: /Swift version (\d+)\.(\d+)/)
    let (major, minor) = (Int(compiler?.1 ?? "") ?? 0, Int(compiler?.2 ?? "") ?? 0)
    let least = (named.keys.first ?? "").split(separator: ".").compactMap { Int($0) }
    try #require(least.count == 2)
    #expect((major, minor) >= (least[0], least[1]))
  }

  /// The first 4096 bytes that a command of the shell prints.
  private static func output(of command: String) throws -> String {
    let pipe = try #require(popen(command, "r"))
    defer { pclose(pipe) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, pipe)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
