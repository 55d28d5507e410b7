import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

/// `snapback send set NAME=VALUE`: sets constants of constraints.
struct SendSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Sets constants of constraints, as in: set menuHeight=200 --uikit 1.0,0.33")

  @Argument(
    help: "NAME=VALUE, or NAME+=VALUE to add; values may be negative.", completion: .constraints)
  var assignments: [String]

  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var changes: [(name: String, key: String, value: Double)] = []
      for text in assignments {
        guard let sign = text.lastIndex(of: "=") else {
          throw SendNumbers.fault("expected NAME=VALUE, as in menuHeight=200; found \"\(text)\"")
        }
        let isStep = text[..<sign].hasSuffix("+")
        let name = String(text[..<sign].dropLast(isStep ? 1 : 0))
        let value = try SendNumbers.number(
          String(text[text.index(after: sign)...]), "the constant of \"\(name)\"")
        changes.append((name, isStep ? "by" : "constant", value))
      }
      try options.change(animation) { writer in
        for change in changes {
          writer.beginObject()
          writer.string(change.name, "constraint")
          writer.factor(change.value, change.key)
          writer.endObject()
        }
      }
    }
  }
}

/// `snapback send activate NAME`.
struct SendActivate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activate", abstract: "Activates constraints.")

  @OptionGroup var constraints: SendNames<ConstraintItem>

  func run() throws { try constraints.change("constraint") { $0.boolean(true, "active") } }
}

/// `snapback send deactivate NAME`.
struct SendDeactivate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deactivate", abstract: "Deactivates constraints.")

  @OptionGroup var constraints: SendNames<ConstraintItem>

  func run() throws { try constraints.change("constraint") { $0.boolean(false, "active") } }
}

/// `snapback send add 'card.top >= 20'`.
struct SendAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a constraint, as in: add 'card.top >= 20' --id clear")

  @Argument(help: "The rule, as written in scenes.") var rule: String
  @Option(help: "Its name, for later changes; by default the reply gives one.")
  var id: String?
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.change(animation) { writer in
        writer.change("addConstraint", rule) { if let id { $0.string(id, "id") } }
      }
    }
  }
}

/// `snapback send remove NAME`.
struct SendRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes constraints.")

  @OptionGroup var constraints: SendNames<ConstraintItem>

  func run() throws { try constraints.change("removeConstraint") { _ in } }
}

/// `snapback send retarget NAME --to view.attribute`.
struct SendRetarget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retarget",
    abstract: "Moves an end of a constraint, or lists where it could go.",
    discussion: "Without --to it changes nothing and lists the possible anchors.")

  @Argument(help: "The constraint.", completion: .constraints) var name: String
  @Option(help: "The new anchor: a view and an attribute, as in menu.bottom.")
  var to: String?
  @Option(help: "Which end: first, left of the sign, or second.") var side = Side.second
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  enum Side: String, ExpressibleByArgument, CaseIterable { case first, second }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var target: (view: String, attribute: String)?
      if let to {
        guard let dot = to.lastIndex(of: "."), dot != to.startIndex,
          to.index(after: dot) != to.endIndex
        else {
          throw SendNumbers.fault(
            "--to: expected VIEW.ATTRIBUTE, as in menu.bottom; found \"\(to)\"")
        }
        target = (String(to[..<dot]), String(to[to.index(after: dot)...]))
      }
      let timing = try animation.timing()
      try options.perform("retarget") { writer in
        writer.string(name, "constraint")
        writer.string(side.rawValue, "side")
        if let target {
          writer.string(target.view, "view")
          writer.string(target.attribute, "attribute")
        }
        timing?.write(&writer)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a change: the name of the item, and the members that `body` adds.
  mutating func change(
    _ kind: String, _ name: String, _ body: (inout JSONWriter) -> Void
  ) {
    beginObject()
    string(name, kind)
    body(&self)
    endObject()
  }
}
