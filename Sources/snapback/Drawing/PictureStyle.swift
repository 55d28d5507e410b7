/// The style that all pictures share. Colors are set by CSS class, so that a picture adapts to the
/// viewer's dark mode, or is always dark.
struct PictureStyle {
  /// The line colors on a light background (`light`) and on a dark background (`dark`).
  let light: [String]
  let dark: [String]
  /// CSS rules for one kind of picture.
  var rules: [String] = []
  /// CSS rules for one kind of picture that depend on the colors of the background and the ink.
  var inkRules: (_ ink: Inks) -> String = { _ in "" }
  /// Whether the picture is dark even if the viewer prefers light pictures.
  var isDark = false

  /// The colors of a background, and of the text and grid drawn on that background.
  struct Inks {
    let paper: String
    let ink: String
    let muted: String
    let grid: String
    let zero: String
  }

  private static let lightInks = Inks(
    paper: "#ffffff", ink: "#0f172a", muted: "#64748b", grid: "#e9eef5", zero: "#94a3b8")
  private static let darkInks = Inks(
    paper: "#0f172a", ink: "#e2e8f0", muted: "#94a3b8", grid: "#1e293b", zero: "#475569")

  /// The `<style>` element.
  var text: String {
    let shared = """
      .end{text-anchor:end}.middle{text-anchor:middle}.title{font-size:14px;font-weight:600}
      .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
      .grid,.zero{stroke-width:1}.target{stroke-width:1;stroke-dasharray:6 4}
      .line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
      .thin{fill:none;stroke-width:1.5;stroke-linejoin:round}
      .area{fill-opacity:.12}.mark{stroke-width:1.5}.hollow{stroke-width:2}
      """
    var lines = ["<style>", shared] + rules
    if isDark {
      lines += colors(dark, Self.darkInks)
    } else {
      lines += colors(light, Self.lightInks)
      lines += ["@media (prefers-color-scheme:dark){"] + colors(dark, Self.darkInks) + ["}"]
    }
    return (lines + ["</style>"]).joined(separator: "\n")
  }

  private func colors(_ palette: [String], _ inks: Inks) -> [String] {
    let shared = """
      .paper{fill:\(inks.paper)}.ink{fill:\(inks.ink)}.muted{fill:\(inks.muted)}\
      .halo{stroke:\(inks.paper)}
      .grid{stroke:\(inks.grid)}.zero,.logical{stroke:\(inks.zero)}.target{stroke:\(inks.muted)}
      .hollow{fill:\(inks.paper)}
      """
    let own = inkRules(inks)
    return [shared] + (own.isEmpty ? [] : [own])
      + palette.enumerated().map { index, color in
        ".c\(index){stroke:\(color)}.area.c\(index){fill:\(color);stroke:none}"
          + ".mark.c\(index){fill:\(color);stroke:\(inks.paper)}"
      }
  }
}
