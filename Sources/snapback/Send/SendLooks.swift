import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

// Changes of looks. The scene has to give the view a look.

/// `snapback send text-color VIEW '#ffffff'`.
struct SendTextColor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text-color",
    abstract: "Sets the color of a text, as in: text-color title '#ffffff'")

  @Argument(help: "The view.", completion: .views) var view: String
  @Argument(help: "The color, #rrggbb or #rrggbbaa.") var color: String
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws { try options.change(view, animation) { $0.string(color, "textColor") } }
}

/// `snapback send border VIEW 2`.
struct SendBorder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "border", abstract: "Sets the border of a view, as in: border card 2")

  @Argument(help: "The view.", completion: .views) var view: String
  @Argument(help: "The width of its border in points, 0 to 1000.") var width: Double
  @Option(help: "The color of its border, #rrggbb or #rrggbbaa.") var color: String?
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try options.change(view, animation) {
      $0.beginObject("border")
      if let color { $0.string(color, "color") }
      $0.factor(width, "width")
      $0.endObject()
    }
  }
}

/// `snapback send shadow VIEW --radius 12`.
struct SendShadow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shadow", abstract: "Sets the shadow of a view, as in: shadow card --radius 12")

  @Argument(help: "The view.", completion: .views) var view: String
  @Option(help: "The opacity of its shadow, 0 to 1.") var opacity: Double?
  @Option(help: "The blur radius of its shadow in points, 0 to 1000.") var radius: Double?
  @Option(parsing: .unconditional, help: "The offset of its shadow in points: DX,DY.")
  var offset: String?
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard opacity != nil || radius != nil || offset != nil else {
        throw SendNumbers.fault("give at least one of --opacity, --radius and --offset")
      }
      var way: [Double]?
      if let offset { way = try SendNumbers.list(offset, 2...2, "offset", "DX,DY, as in 0,4") }
      try options.change(animation) { writer in
        writer.change("view", view) {
          $0.beginObject("shadow")
          if let opacity { $0.factor(opacity, "opacity") }
          if let radius { $0.factor(radius, "radius") }
          if let way { $0.pair("offset", way) }
          $0.endObject()
        }
      }
    }
  }
}
