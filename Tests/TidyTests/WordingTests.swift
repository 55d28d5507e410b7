import Glibc
import SnapbackTestSupport
import Testing

/// The wording of comments, documents and commit subjects, as docs/style.md prescribes it.
@Suite struct WordingTests {
  /// Phrases that a reader has to read twice, and better ones.
  private static let phrases = [
    ("anew", "again"), ("besides", "also, in addition to"), ("whoever", "the subject"),
    ("nobody", "no client, no caller"), ("somebody", "a client, a caller"),
    ("sent away", "disconnected"), ("told of", "notified of"), ("taken back", "cancelled"),
    ("set off", "triggered"), ("goes on", "continues"), ("for who", "for clients that"),
    ("to who", "to clients that"), ("lest", "so that … not"),
  ]
  /// First words of a doc comment that do not name its subject.
  private static let openings = ["What", "The same", "Who"]

  private static let folders = [
    "Sources/", "clients/", "docs/", "scripts/", "systemd/", "configs/",
  ]
  private static let extensions = [
    "swift", "md", "js", "py", "h", "c", "css", "html", "json5", "json", "service", "conf",
  ]

  private static func output(_ command: String) -> [Substring] {
    guard let pipe = popen("cd '\(Fixture.repository)' && \(command)", "r") else { return [] }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  private static let files = output("git ls-files -co --exclude-standard").filter { file in
    let isProse = folders.contains { file.hasPrefix($0) } || !file.contains("/")
    let name = file.split(separator: "/").last ?? ""
    let isText = !name.contains(".") || extensions.contains { name.hasSuffix(".\($0)") }
    let isOther = file == "LICENSE" || file.hasPrefix("docs/pictures/") || file.contains("/tests/")
    return isProse && isText && !isOther
  }

  /// Whether a phrase stands in a line as whole words.
  static func contains(_ line: String, _ phrase: String) -> Bool {
    line.ranges(of: phrase).contains { range in
      let before =
        range.lowerBound > line.startIndex
        ? line[line.index(before: range.lowerBound)] : " "
      let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
      return !before.isLetter && !after.isLetter
    }
  }

  /// The lines of ``files`` that `git grep` finds, which is much faster than a debug build.
  private static func lines(_ options: String) -> [(file: Substring, number: Int, text: String)] {
    let known = Set(files)
    return output("git grep -In --untracked \(options)").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      let isKnown = parts.count == 3 && known.contains(parts[0])
      guard isKnown, let number = Int(parts[1]) else { return nil }
      return (parts[0], number, String(parts[2]))
    }
  }

  @Test func phrasesThatNeedASecondReadingAreNotUsed() throws {
    #expect(Self.files.count > 500)
    #expect(Self.lines("-F -e snapbackd").count > 100)
    let patterns = Self.phrases.map { "-e '\($0.0)'" }.joined(separator: " ")
    for line in Self.lines("-iF \(patterns)") where line.file != "CHANGELOG.md" {
      for (phrase, better) in Self.phrases where Self.contains(line.text.lowercased(), phrase) {
        Issue.record("\(line.file):\(line.number): \"\(phrase)\"; better: \(better)")
      }
    }
  }

  @Test func docCommentsBeginWithTheirSubject() throws {
    for opening in Self.openings {
      for line in Self.lines("-E '^ */// \(opening) '") {
        let text = try Fixture.bytes(Fixture.repository + "/" + line.file)
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        let before = line.number > 1 ? String(decoding: lines[line.number - 2], as: UTF8.self) : ""
        guard !before.drop(while: { $0 == " " }).hasPrefix("///") else { continue }
        Issue.record("\(line.file):\(line.number) begins with \"\(opening)\"; name the subject")
      }
    }
  }

  @Test func phrasesAreFoundAsWholeWords() {
    #expect(Self.contains("it is built anew.", "anew"))
    #expect(!Self.contains("a new one; manew", "anew"))
    #expect(Self.contains("for who asks", "for who") && !Self.contains("for whom", "for who"))
  }

  /// The commit from which on subjects are checked.
  private static let first = "16cda21"

  @Test func commitSubjectsFitIntoSeventyTwoColumns() {
    // A clone without history, or one that does not reach the first commit, has nothing to check.
    for subject in Self.output("git log --format=%s \(Self.first)..HEAD 2>/dev/null") {
      #expect(subject.count <= 72, "\(subject)")
    }
  }

  /// The files of the core that may have an existential. The state machines of recognizers are
  /// large values of seven types; an existential keeps each of them in a box.
  private static let existentials: Set = ["Sources/SnapbackGestures/GestureRecognizer.swift"]

  @Test func theCoreHasNoExistentials() throws {
    let core = ["Constraints", "Layout", "Gestures", "Motion", "Engine"]
    let folders = core.map { "Sources/Snapback\($0)/" }
    for file in Self.files where folders.contains(where: file.hasPrefix) {
      if Self.existentials.contains(String(file)) { continue }
      let text = String(
        decoding: try Fixture.bytes(Fixture.repository + "/" + file), as: UTF8.self)
      for line in text.split(separator: "\n") where !line.contains("//") {
        let isExistential = line.contains(/[ (\[<]any [A-Z]/) && !line.contains("any Error")
        #expect(!isExistential, "\(file): \(line)")
      }
    }
  }

  @Test func noTopLevelTypeHasTheNameOfAnother() throws {
    var owners: [String: Substring] = [:]
    let declaration = /^(?:public |package )(?:final )?(?:struct|class|enum|actor|protocol) (\w+)/
    for file in Self.files where file.hasPrefix("Sources/Snapback") && file.hasSuffix(".swift") {
      let text = String(
        decoding: try Fixture.bytes(Fixture.repository + "/" + file), as: UTF8.self)
      for line in text.split(separator: "\n") {
        guard let match = line.firstMatch(of: declaration) else { continue }
        let module = file.split(separator: "/")[1]
        if let owner = owners[String(match.1)], owner != module {
          Issue.record("\(match.1) is in \(owner) and in \(module)")
        }
        owners[String(match.1)] = module
      }
    }
  }
}
