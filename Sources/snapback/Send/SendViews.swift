import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

/// `snapback send hide VIEW`.
struct SendHide: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "hide", abstract: "Hides views.")

  @OptionGroup var views: SendNames<ViewItem>

  func run() throws { try views.change("view") { $0.boolean(true, "hidden") } }
}

/// `snapback send show VIEW`.
struct SendShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows views that were hidden.")

  @OptionGroup var views: SendNames<ViewItem>

  func run() throws { try views.change("view") { $0.boolean(false, "hidden") } }
}

/// `snapback send alpha VIEW 0.5`.
struct SendAlpha: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alpha", abstract: "Sets the opacity of a view, as in: alpha card 0.5")

  @Argument(help: "The view.", completion: .views) var view: String
  @Argument(help: "Its opacity, 0 to 1.") var alpha: Double
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws { try options.change(view, animation) { $0.factor(alpha, "alpha") } }
}

/// `snapback send corner-radius VIEW 24`.
struct SendCornerRadius: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corner-radius",
    abstract: "Sets the corner radius of a view, as in: corner-radius card 24")

  @Argument(help: "The view.", completion: .views) var view: String
  @Argument(help: "Its corner radius in points, 0 to 10000.") var radius: Double
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws { try options.change(view, animation) { $0.factor(radius, "cornerRadius") } }
}

/// `snapback send translate VIEW 10,20`.
struct SendTranslate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "translate", abstract: "Moves a view by an offset, as in: translate card 10,-20")

  @Argument(
    parsing: .allUnrecognized, help: "The view, and how far in points: DX,DY.", completion: .views)
  var words: [String]
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let words = try SendNumbers.words(words, ["VIEW", "DX,DY"])
      let way = try SendNumbers.list(words[1], 2...2, "translate", "DX,DY, as in 10,-20")
      try options.change(animation) { writer in
        writer.change("view", words[0]) { $0.pair("translation", way) }
      }
    }
  }
}

/// `snapback send rotate VIEW 30`.
struct SendRotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Turns a view about its anchor, as in: rotate card -30")

  @Argument(
    parsing: .allUnrecognized, help: "The view, and how far in degrees, clockwise.",
    completion: .views)
  var words: [String]
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let words = try SendNumbers.words(words, ["VIEW", "DEGREES"])
      let angle = try SendNumbers.number(words[1], "the angle")
      try options.change(animation) { writer in
        writer.change("view", words[0]) { $0.factor(angle, "rotation") }
      }
    }
  }
}

/// `snapback send scale VIEW 1.2`.
struct SendScale: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Scales a view about its anchor, as in: scale card 1.2 or scale card 1.2,0.8")

  @Argument(
    parsing: .allUnrecognized, help: "The view, and one or two factors: S or SX,SY.",
    completion: .views)
  var words: [String]
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let words = try SendNumbers.words(words, ["VIEW", "S or SX,SY"])
      var scale = try SendNumbers.list(words[1], 1...2, "scale", "S or SX,SY, as in 1.2")
      if scale.count == 1 { scale.append(scale[0]) }
      try options.change(animation) { writer in
        writer.change("view", words[0]) { $0.pair("scale", scale) }
      }
    }
  }
}

/// `snapback send text VIEW "…"`.
struct SendText: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "Sets the text of a view.")

  @Argument(help: "The view.", completion: .views) var view: String
  @Argument(help: "The text.") var text: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws { try options.change(view, animation) { $0.string(text, "text") } }
}

extension JSONWriter {
  /// Writes numbers as an array.
  mutating func pair(_ key: String, _ numbers: [Double]) {
    beginArray(key)
    for number in numbers { factor(number) }
    endArray()
  }
}
