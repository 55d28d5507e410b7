import Glibc
import SnapbackConstraints

/// Reads the text format that `Benchmarks/solver/workload_file.py` describes.
struct WorkloadReader {
  /// The maximum number of variables in a file, so that a typing error does not fill the memory.
  static let variableLimit = 10_000_000

  private let path: String
  private var line = 0
  private var workload = Workload()
  private var rowOfEdit: [Int: Int] = [:]
  private var changes: [Workload.Change] = []

  private init(path: String) {
    self.path = path
  }

  /// The workload in the file at `path`.
  static func read(_ path: String) throws(Failure) -> Workload {
    var reader = WorkloadReader(path: path)
    for text in try bytes(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      reader.line += 1
      let words = text.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let kind = words.first, !kind.hasPrefix("#") else { continue }
      try reader.take(kind, Array(words.dropFirst()))
    }
    guard reader.changes.isEmpty, !reader.workload.frames.isEmpty else {
      throw reader.failure("the file ends without a frame; end it with a line `f LABEL`")
    }
    return reader.workload
  }

  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw Failure("\(path): \(String(cString: strerror(errno))); name a workload file")
    }
    defer { fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      content += buffer[..<count]
    }
    guard ferror(file) == 0 else {
      throw Failure("\(path): cannot be read; name a workload file, not a folder")
    }
    return content
  }

  // MARK: Statements

  private mutating func take(_ kind: String, _ words: [String]) throws(Failure) {
    switch kind {
    case "v":
      workload.variableCount = try number(words, 0, below: Self.variableLimit, "v N")
    case "n":
      _ = try variable(words, 0, "n VARIABLE NAME")
    case "c", "c-":
      try takeConstraint(words, isActive: kind == "c")
    case "e":
      try takeEdit(words)
    case "s":
      let index = try variable(words, 0, "s VARIABLE VALUE")
      guard let row = rowOfEdit[index] else {
        throw failure("variable \(index) cannot be set; declare it before with `e \(index) P`")
      }
      changes.append(.set(row: row, value: try real(words, 1, "s VARIABLE VALUE")))
    case "r", "a", "k", "p", "+", "-":
      try takeChange(kind, words)
    case "h":
      guard words == ["stay"] else { throw failure("expected `h stay`") }
      workload.keepsValues = true
    case "f":
      try takeFrame(words)
    default:
      throw failure(
        "unknown statement `\(kind)`; expected v, n, c, c-, e, h, s, r, a, k, p, +, - or f")
    }
  }

  private mutating func takeChange(_ kind: String, _ words: [String]) throws(Failure) {
    if kind == "+" {
      changes.append(.add(row: workload.rows.count))
      workload.rows.append(try readConstraint(words, isActive: true))
      return
    }
    let form =
      kind == "p" ? "p NUMBER PRIORITY" : kind == "k" ? "k NUMBER CONSTANT" : "\(kind) NUMBER"
    let row = try number(words, 0, below: workload.rows.count, form)
    switch kind {
    case "r": changes.append(.deactivate(row: row))
    case "a": changes.append(.activate(row: row))
    case "k": changes.append(.setConstant(row: row, constant: try real(words, 1, form)))
    case "p": changes.append(.rank(row: row, priority: try priority(words, 1, form)))
    default: changes.append(.remove(row: row))
    }
  }

  private mutating func takeConstraint(_ words: [String], isActive: Bool) throws(Failure) {
    guard rowOfEdit.isEmpty, workload.frames.isEmpty else {
      throw failure("a constraint after an `e` or `f` line; move it before the first of them")
    }
    workload.rows.append(try readConstraint(words, isActive: isActive))
  }

  private func readConstraint(
    _ words: [String], isActive: Bool
  ) throws(Failure) -> Workload.Row {
    let form = "c P K REL n (COEFFICIENT VARIABLE)*"
    let relation: Relation
    switch words.count > 2 ? words[2] : "" {
    case "<=": relation = .lessThanOrEqual
    case "==": relation = .equal
    case ">=": relation = .greaterThanOrEqual
    case let other:
      throw failure("the relation is `\(other)`; expected `\(form)`, REL <=, == or >=")
    }
    let count = try number(words, 3, below: words.count, form)
    guard words.count == 4 + 2 * count else {
      throw failure(
        "\(count) terms announced and \(words.count - 4) words follow; expected `\(form)`")
    }
    var row = Workload.Row(
      priority: try priority(words, 0, form), relation: relation,
      constant: try real(words, 1, form), terms: [], isActive: isActive)
    for term in 0..<count {
      row.terms.append(
        (try real(words, 4 + 2 * term, form), try variable(words, 5 + 2 * term, form)))
    }
    return row
  }

  private mutating func takeEdit(_ words: [String]) throws(Failure) {
    let form = "e VARIABLE P"
    let index = try variable(words, 0, form)
    guard rowOfEdit[index] == nil, workload.frames.isEmpty else {
      throw failure("variable \(index) is declared too late or twice; keep one `e` line before `f`")
    }
    rowOfEdit[index] = workload.rows.count
    workload.rows.append(
      Workload.Row(
        priority: try priority(words, 1, form), relation: .equal, constant: 0,
        terms: [(1, index)], isActive: true))
  }

  private mutating func takeFrame(_ words: [String]) throws(Failure) {
    guard words.count == 1 else { throw failure("expected `f LABEL`, the label one word") }
    if workload.frames.isEmpty {
      workload.initialCount = workload.rows.count
      guard !changes.contains(where: \.isAddition) else {
        throw failure("a `+` line before the first frame; write `c` instead")
      }
    }
    let label = workload.labels.firstIndex(of: words[0]) ?? workload.labels.count
    if label == workload.labels.count { workload.labels.append(words[0]) }
    workload.frames.append(Workload.Frame(label: label, changes: changes))
    changes = []
  }

  // MARK: Words

  private func number(
    _ words: [String], _ place: Int, below limit: Int, _ form: String
  ) throws(Failure) -> Int {
    guard words.indices.contains(place), let value = Int(words[place]), value >= 0 else {
      throw failure("word \(place + 2) is not a whole number; expected `\(form)`")
    }
    guard value < limit else {
      throw failure("\(value) is out of range in `\(form)`; it must be below \(limit)")
    }
    return value
  }

  private func variable(_ words: [String], _ place: Int, _ form: String) throws(Failure) -> Int {
    try number(words, place, below: workload.variableCount, form)
  }

  private func real(_ words: [String], _ place: Int, _ form: String) throws(Failure) -> Double {
    guard words.indices.contains(place), let value = Double(words[place]), value.isFinite else {
      throw failure("word \(place + 2) is not a finite number; expected `\(form)`")
    }
    return value
  }

  private func priority(
    _ words: [String], _ place: Int, _ form: String
  ) throws(Failure) -> Priority {
    let value = try real(words, place, form)
    do {
      return try Priority(value)
    } catch {
      throw failure("\(error) Expected `\(form)`")
    }
  }

  private func failure(_ problem: String) -> Failure {
    Failure("\(path):\(line): \(problem)")
  }
}
