import ArgumentParser
import Glibc
import SnapbackDaemon
import SnapbackEngine
import SnapbackGeometry
import SnapbackLayout
import SnapbackLinux

/// `snapback layout`: the frames that a scene's constraints give, and why.
struct Layout: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lays out a scene and prints the frames of its views.",
    discussion: """
      A frame is what constraints make of a view on the screen, in points. After the frames come \
      conflicts, ambiguities and what else there is to say.
      """)

  @Argument(help: "The scene, JSON5.")
  var scene: String

  @Option(help: "The screen's size in points, WIDTHxHEIGHT; by default the scene's own.")
  var size: SizeArgument?

  @Option(
    help: """
      Traits, KEY=VALUE with commas between: width and height (compact, regular), contentSize \
      (large, extraLarge, …), keyboard, safeTop, safeLeft, safeBottom and safeRight (points).
      """)
  var traits: TraitsArgument?

  @Flag(help: "Lay out for reading from right to left.")
  var rtl = false

  @Flag(help: "One JSON object.")
  var json = false

  @Option(help: "Draw a wireframe into this file.")
  var svg: String?

  @Option(help: "Say which constraints hold this view, and what each is missed by.")
  var explain: String?

  @Option(
    parsing: .upToNextOption,
    help: "Lay out once without each of these constraints, and show what moves.")
  var without: [String] = []

  @Flag(help: "Lay out again whenever the file is saved.")
  var watch = false

  func validate() throws {
    let kinds = [json, explain != nil, !without.isEmpty].count { $0 }
    if kinds > 1 { throw ValidationError("choose one of --json, --explain and --without") }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard watch else { return try show(try InputFiles.bytes(scene)) }
      var last: [UInt8] = []
      while true {
        // An editor may be in the middle of saving: what cannot be read now is read next time.
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
    var adjusted = blueprint.layout.traits
    traits?.apply(to: &adjusted)
    if rtl { adjusted.direction = .rightToLeft }
    do throws(LayoutError) {
      try blueprint.layout.setTraits(adjusted)
    } catch {
      throw Failure(.usage, error.description)
    }
    var untouched = blueprint.layout
    let report = LaidOutScene(&blueprint.layout)
    if let svg { try write(Wireframe(report, blueprint).text, to: svg) }
    if let explain {
      try LayoutText(report).printExplanation(of: explain)
    } else if !without.isEmpty {
      try LayoutText(report).printWithout(without, &untouched)
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
      throw Failure(.system, error.description)
    }
  }
}

/// Traits on the command line, `width=compact,contentSize=extraLarge`.
struct TraitsArgument: ExpressibleByArgument {
  private var width: SizeClass?
  private var height: SizeClass?
  private var contentSize: ContentSizeCategory?
  /// Lengths in points by key.
  private var lengths: [String: Double] = [:]
  private static let lengthKeys = [
    "keyboard", "safeTop", "safeLeft", "safeBottom", "safeRight",
  ]

  init?(argument: String) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "width":
        guard let value = SizeClass(rawValue: pair[1]) else { return nil }
        width = value
      case "height":
        guard let value = SizeClass(rawValue: pair[1]) else { return nil }
        height = value
      case "contentSize":
        guard let value = ContentSizeCategory(rawValue: pair[1]) else { return nil }
        contentSize = value
      default:
        guard Self.lengthKeys.contains(pair[0]), let value = Double(pair[1]),
          (0...100_000).contains(value)
        else { return nil }
        lengths[pair[0]] = value
      }
    }
  }

  func apply(to traits: inout LayoutTraits) {
    if let width { traits.widthClass = width }
    if let height { traits.heightClass = height }
    if let contentSize { traits.contentSize = contentSize }
    traits.keyboardHeight = lengths["keyboard"] ?? traits.keyboardHeight
    traits.safeArea.top = lengths["safeTop"] ?? traits.safeArea.top
    traits.safeArea.left = lengths["safeLeft"] ?? traits.safeArea.left
    traits.safeArea.bottom = lengths["safeBottom"] ?? traits.safeArea.bottom
    traits.safeArea.right = lengths["safeRight"] ?? traits.safeArea.right
  }
}
