import ArgumentParser
import SnapbackBasics
import SnapbackDocument
import SnapbackFiles
import SnapbackLayout
import SnapbackProtocol

/// `snapback send content-size XXL`.
struct SendContentSize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content-size", abstract: "Sets the text size that the user prefers.")

  @Argument(
    help: "XS, S, M, L, XL, XXL and one X more, AX1 to AX5, or a scene's name: extraLarge, …")
  var category: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  private static let letters = [
    "XS", "S", "M", "L", "XL", "XXL", String(repeating: "X", count: 3) + "L", "AX1", "AX2", "AX3",
    "AX4", "AX5",
  ]

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let name: String
      if let place = Self.letters.firstIndex(of: category.uppercased()) {
        name = ContentSizeCategory.allCases[place].rawValue
      } else if let category = ContentSizeCategory(rawValue: category) {
        name = category.rawValue
      } else {
        let names = Self.letters + ContentSizeCategory.allCases.map(\.rawValue)
        let hint =
          Spelling.hint(for: category, in: names)
          ?? "there are \(Self.letters.joined(separator: ", "))"
        throw SendNumbers.fault("no content size is called \"\(category)\"; \(hint)")
      }
      try options.change(animation) { $0.screen { $0.string(name, "contentSize") } }
    }
  }
}

/// `snapback send screen 844x390`.
struct SendScreen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Sets the screen size used for layout.")

  @Argument(help: "WIDTHxHEIGHT in points.") var size: SizeArgument
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let size = size.size
      try options.change(animation) { writer in
        writer.screen { $0.pair("size", [size.width, size.height]) }
      }
    }
  }
}

/// `snapback send theme dark`.
struct SendTheme: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Sets the theme, on which conditions of the scene can depend.")

  @Argument(help: "light or dark.", completion: .list(Theme.allCases.map(\.rawValue)))
  var theme: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard let theme = Theme(rawValue: theme) else {
        throw SendNumbers.fault("the theme is light or dark, not \"\(theme)\"")
      }
      try options.change(animation) { $0.screen { $0.string(theme.rawValue, "theme") } }
    }
  }
}

/// `snapback send rotation 90`.
struct SendRotation: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotation",
    abstract: "Sets the picture's rotation on its panel; touches rotate with it.")

  @Argument(help: "0, 90, 180 or 270, in degrees, clockwise.", completion: .rotations)
  var rotation: Int
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard [0, 90, 180, 270].contains(rotation) else {
        throw SendNumbers.fault("the rotation is 0, 90, 180 or 270, not \(rotation)")
      }
      try options.perform("rotate") { $0.integer(UInt64(clamping: rotation), "rotation") }
    }
  }
}

extension JSONWriter {
  /// Writes a change of the screen.
  fileprivate mutating func screen(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    beginObject("screen")
    body(&self)
    endObject()
    endObject()
  }
}
