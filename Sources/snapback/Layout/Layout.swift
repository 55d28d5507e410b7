import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout
import SnapbackLinux

/// `snapback layout`: shows the views' frames that result from a scene's constraints, and why they
/// do.
struct Layout: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lays out a scene and prints the frames of its views.",
    discussion: """
      Frames are computed from the constraints, in points on the screen. After them come \
      conflicts, ambiguities and other warnings.
      """)

  @Argument(help: "The scene, JSON5.", completion: .json5)
  var scene: String

  @Option(help: "The screen's size in points, WIDTHxHEIGHT; by default the scene's own.")
  var size: SizeArgument?

  @OptionGroup var traits: TraitsOptions

  @Flag(help: "Lay out for reading from right to left.")
  var rtl = false

  @Flag(help: "One JSON object.")
  var json = false

  @Option(help: "Draw a wireframe into this file.", completion: .file(extensions: ["svg"]))
  var svg: String?

  @Option(
    help: "List the constraints of this view, and by how much each is missed.",
    completion: .sceneViews)
  var explain: String?

  @Option(
    parsing: .upToNextOption,
    help: "For each of these constraints, lay out without it and show which views move.",
    completion: .sceneConstraints)
  var without: [String] = []

  @Flag(help: "Lay out again whenever the file is saved.")
  var watch = false

  func validate() throws {
    let kinds = [json, explain != nil, !without.isEmpty].count { $0 }
    if kinds > 1 { throw ValidationError("choose one of --json, --explain and --without") }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var last = try InputFiles.bytes(scene)
      guard watch else { return try show(last) }
      last = []
      while true {
        // If the file cannot be read now, try again later, because an editor may be saving it.
        if let bytes = try? InputFiles.bytes(scene), bytes != last {
          if !last.isEmpty { print("") }
          last = bytes
          do throws(Failure) {
            try show(bytes)
          } catch {
            Files.writeError("snapback: error: \(error.description)\n")
          }
          fflush(nil)
        }
        usleep(200_000)
      }
    }
  }

  private func show(_ bytes: [UInt8]) throws(Failure) {
    var blueprint = try InputFiles.scene(bytes, named: scene, size: size?.size)
    try traits.apply(to: &blueprint, direction: rtl ? .rightToLeft : nil)
    var layout = blueprint.layout
    let report = LaidOutScene(&layout, of: blueprint)
    if let svg { try write(Wireframe(report, blueprint).text, to: svg) }
    if let explain {
      try LayoutText(report).printExplanation(of: explain)
    } else if !without.isEmpty {
      try LayoutText(report).printWithout(without, in: blueprint)
    } else if json {
      print(LayoutJSON(report).text)
    } else {
      LayoutText(report).printFrames()
    }
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    do throws(SystemError) {
      try Files.write(Array(text.utf8), to: path)
    } catch {
      throw Failure(.output, error.description)
    }
  }
}

/// The traits of a scene on the command line.
struct TraitsOptions: ParsableArguments {
  @Option(
    help: """
      Traits, KEY=VALUE separated by commas: width and height (compact, regular), theme (light, \
      dark), contentSize (large, extraLarge, …), keyboard, safeTop, safeLeft, safeBottom and \
      safeRight (points).
      """)
  var traits: TraitsArgument?

  @Option(
    help: "The direction of reading: leftToRight or rightToLeft.",
    completion: .list(["leftToRight", "rightToLeft"]),
    transform: { text in
      guard let direction = LayoutDirection(rawValue: text) else {
        throw ValidationError("--direction must be leftToRight or rightToLeft, not \"\(text)\"")
      }
      return direction
    })
  var direction: LayoutDirection?

  /// Changes the traits of a scene. `override` takes precedence over the option for the direction.
  func apply(
    to blueprint: inout SceneBlueprint, direction override: LayoutDirection? = nil
  ) throws(Failure) {
    var adjusted = blueprint.layout.traits
    try traits?.apply(to: &adjusted)
    if let direction = override ?? direction { adjusted.direction = direction }
    do throws(LayoutError) {
      try blueprint.layout.setTraits(adjusted)
    } catch {
      throw Failure(.usage, error.description)
    }
  }
}

/// Traits on the command line, `width=compact,contentSize=extraLarge`.
struct TraitsArgument: ExpressibleByArgument {
  private let text: String

  init?(argument: String) {
    text = argument
  }

  private static let keys = [
    "width", "height", "theme", "contentSize", "keyboard", "safeTop", "safeLeft", "safeBottom",
    "safeRight",
  ]

  /// Changes the named traits; throws a usage error for text that cannot be parsed.
  func apply(to traits: inout LayoutTraits) throws(Failure) {
    var seen: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else {
        throw Failure(.usage, "--traits: expected KEY=VALUE, found \"\(part)\"")
      }
      guard seen.insert(pair[0]).inserted else {
        throw Failure(.usage, "--traits: \"\(pair[0])\" is given twice")
      }
      try apply(pair[0], pair[1], to: &traits)
    }
  }

  private func apply(
    _ key: String, _ value: String, to traits: inout LayoutTraits
  ) throws(Failure) {
    switch key {
    case "width": traits.widthClass = try word(value, of: key)
    case "height": traits.heightClass = try word(value, of: key)
    case "theme": traits.theme = try word(value, of: key)
    case "contentSize": traits.contentSize = try word(value, of: key)
    case "keyboard": traits.keyboardHeight = try length(value, of: key)
    case "safeTop": traits.safeArea.top = try length(value, of: key)
    case "safeLeft": traits.safeArea.left = try length(value, of: key)
    case "safeBottom": traits.safeArea.bottom = try length(value, of: key)
    case "safeRight": traits.safeArea.right = try length(value, of: key)
    default:
      let known = "there are \(Self.keys.joined(separator: ", "))"
      let hint = Spelling.hint(for: key, in: Self.keys) ?? known
      throw Failure(.usage, "--traits: unknown key \"\(key)\"; \(hint)")
    }
  }

  private func length(_ value: String, of key: String) throws(Failure) -> Double {
    guard let length = Double(value), (0...100_000).contains(length) else {
      throw Failure(
        .usage, "--traits: \(key) must be a number from 0 to 100000, not \"\(value)\"")
    }
    return length
  }

  private func word<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: String, of key: String
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: value) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let hint = Spelling.hint(for: value, in: words).map { "; \($0)" } ?? ""
    throw Failure(
      .usage,
      "--traits: \(key) is one of \(words.joined(separator: ", ")), not \"\(value)\"\(hint)")
  }
}
