import SnapbackBasics

/// The dimensions, colors and number formats that the parts of a plot share.
enum PlotInk {
  static let width = 1200.0
  static let margin = 28.0
  /// The left edge of panels over time. The labels of the panels are to the left of this edge.
  static let left = 150.0
  static let right = width - margin
  /// The approximate width of a character of text, in pixels; the exact width depends on the
  /// viewer.
  static let letter = 7.0

  /// Colors that people with any kind of color vision can distinguish. They are those of Okabe and
  /// Ito, "Color Universal Design", 2008, made darker for a light background and lighter for a dark
  /// one, with gray as the eighth color.
  static let light = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#c98a00", "#3fa3dc", "#7a6a00", "#475569",
  ]
  static let dark = [
    "#4da6e0", "#ff8a3d", "#2fc79a", "#e7a3c6", "#f0b429", "#9ad5f7", "#e3d34a", "#cbd5e1",
  ]

  /// The CSS class of a contact's color.
  static func color(_ number: Int) -> String { "c\((number - 1) % light.count)" }

  static func style(isDark: Bool) -> String {
    let fills = { (palette: [String]) in
      palette.enumerated().map { index, color in
        ".fill.c\(index){fill:\(color);stroke:none}"
      }.joined()
    }
    return PictureStyle(
      light: light, dark: dark,
      rules: [
        ".small{font-size:11px}.tiny{font-size:10px}.bold{font-weight:600}",
        ".way{fill:none;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}",
        ".raw{fill:none;stroke-width:1;stroke-opacity:.45}",
        ".rise{fill:none;stroke-width:1;stroke-dasharray:1 3}",
        ".pale{fill-opacity:.28}.start{fill:none;stroke-width:1.75}",
        ".cross{fill:none;stroke-width:2.25;stroke-linecap:round}.second{stroke-dasharray:7 3}",
        ".tick{fill:none;stroke-width:1;stroke-opacity:.55}.bar{stroke-width:2}",
        ".loss,.pass{fill:none;stroke-width:1.25}.loss{stroke-dasharray:5 3}",
        ".pass{stroke-opacity:.8}.hover{fill:none;stroke-width:1;stroke-dasharray:3 3}",
        ".frame{stroke-width:1}.part{fill:none;stroke-width:1;stroke-dasharray:2 3}",
      ],
      inkRules: { ink in
        """
        .frame{stroke:\(ink.zero);fill:\(ink.zero);fill-opacity:.06}
        .hover,.part{stroke:\(ink.muted)}
        .bar,.pass{stroke:\(ink.muted)}.tick{stroke:\(ink.paper)}.onbar{fill:\(ink.paper)}
        .loss{stroke:#dc2626}.alarm{fill:#dc2626}.muted.fill{fill:\(ink.zero)}
        \(fills(ink.paper == "#ffffff" ? light : dark))
        """
      },
      isDark: isDark
    ).text
  }

  /// Formats a number with three significant digits. Numbers from 1000 on have all digits before
  /// the decimal point, and no decimals.
  static func number(_ value: Double) -> String {
    value.magnitude >= 1000
      ? ReadableNumber.fixed(value, 0) : ReadableNumber.short(value, digits: 3)
  }

  static func seconds(_ value: Double) -> String { ReadableNumber.fixed(value, 3) }

  /// Returns text truncated to `count` characters.
  static func cut(_ text: String, _ count: Int) -> String {
    text.count <= count ? text : String(text.prefix(max(0, count - 1))) + "…"
  }
}
