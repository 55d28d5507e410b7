import SnapbackDocument
import SnapbackFiles

/// Parses GNU-style long options: `--name value`, `--name=value`, `--flag`.
///
/// The daemon has its own parser, because ArgumentParser would add FoundationEssentials and six
/// megabytes; see `docs/decisions/0009-the-daemon-reads-its-own-options.md`.
struct OptionReader {
  /// An option of the command line.
  struct Option {
    let name: String
    /// The placeholder for the option's value in the help; nil for a flag.
    let value: String?
    let help: String
  }

  /// The values of each option, in order. The value of a flag is the empty string.
  private var values: [String: [String]] = [:]

  /// Parses `arguments`, which do not include the command's name.
  init(_ arguments: [String], options: [Option]) throws(Failure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        throw Failure(.usage, "unexpected argument \"\(word)\"; see --help")
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard let option = options.first(where: { $0.name == name }) else {
        let hint = Spelling.nearest(to: name, in: options.map(\.name))
        throw Failure(
          .usage,
          "unknown option --\(name)"
            + (hint.map { "; did you mean --\($0)?" } ?? "; see --help"))
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      if let kind = option.value {
        value = value ?? rest.popFirst()
        guard let value, !value.isEmpty else {
          throw Failure(.usage, "--\(name) needs a value: --\(name) \(kind)")
        }
      } else if value != nil {
        throw Failure(.usage, "--\(name) takes no value")
      }
      values[name, default: []].append(value ?? "")
    }
  }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option; nil if the option was not given. If it was given several times, the
  /// last value.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option with a fixed set of values.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    guard let text = value(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "--\(name) \(text): expected one of \(known)")
    }
    return choice
  }

  /// The text of `--help` for the options: one or more lines for each.
  static func help(_ options: [Option]) -> String {
    let heads = options.map { "--" + $0.name + ($0.value.map { " \($0)" } ?? "") }
    let width = (heads.map(\.count).max() ?? 0) + 2
    return zip(heads, options).map { head, option in
      "  " + head + String(repeating: " ", count: width - head.count) + option.help
    }.joined(separator: "\n")
  }
}
