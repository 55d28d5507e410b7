/// The part of docs/fidelity.md about text and layout.
enum LayoutFidelityReport {
  static func text() throws -> String {
    let widths = try TextFidelity.widths().map { label in
      "| `\(label.name)` | \(label.size), \(label.platform) | "
        + "\(FidelityReport.fixed(label.measured, 2)) | "
        + "\(FidelityReport.fixed(label.estimate, 2)) | "
        + "\(FidelityReport.fixed(label.difference * 100, 1)) % |"
    }
    let heights = try TextFidelity.heights().map { label in
      "| \(label.size) | \(label.platform) | \(FidelityReport.fixed(label.measured, 3)) | "
        + "\(FidelityReport.fixed(label.estimate, 3)) |"
    }
    return [
      textOpening, widths.joined(separator: "\n"), heightOpening, heights.joined(separator: "\n"),
      tieOpening, rows(try LayoutFidelity.ties()), conflictOpening,
      rows(try LayoutFidelity.conflicts()), contentOpening,
      rows(try LayoutFidelity.contentSizes()), frameOpening, frames(try LayoutFidelity.frames()),
      ending,
    ].joined(separator: "\n")
  }

  private static func rows(_ cases: [LayoutFidelity.Case]) -> String {
    cases.map { "| \($0.name) | \($0.recorded) | \($0.agrees ? "yes" : $0.seen) |" }
      .joined(separator: "\n")
  }

  private static func frames(_ cases: [LayoutFidelity.Case]) -> String {
    cases.map { one in
      let count = one.recorded.split(separator: ";").count
      return "| `\(one.name)` | \(count) | \(one.agrees ? "yes" : one.seen) |"
    }.joined(separator: "\n")
  }

  private static let textOpening = """
    ## Text

    Widths of labels of one line, in points. Those of iOS are from the simulator of iOS 26.1 (3
    pixels a point), those of Catalyst from Mac Catalyst (2 pixels a point). The tests require that
    each estimate is within 3 %.

    | String | Font | UIKit | Here | Difference |
    |---|---|---|---|---|
    """

  private static let heightOpening = """

    - **Tracking.** From 11 to 17 points, Catalyst sets the same font wider than iOS, by about 35
      units of 1/2048 em for each character. The estimate is in the middle.
    - **Kerning** is estimated for a few pairs of capitals and for letters after T.

    A label is as high as the line of its font, 1.193359375 em, rounded up to pixels. The 131 font
    sizes of `UIFont.preferredFont` in `dynamic_type.csv` have no leading; the leadings that Apple's
    Human Interface Guidelines publish beside them are used only for `standard` spacing between
    baselines.

    | Size | Platform | UIKit | Here |
    |---|---|---|---|
    """

  private static let tieOpening = """

    Catalyst rounds the heights of labels to whole points by a rule of its own.

    ## Ties

    Labels that have equal priorities and leave or lack room in a row of 393 x 72 points, in the
    simulator of the iPhone 16; lengths are in its pixels, thirds of a point. The first view that a
    constraint names takes the room, or keeps its width. Of labels that wrap, the last one takes the
    room.

    | Case | UIKit | Agrees |
    |---|---|---|
    """

  private static let conflictOpening = """

    Not measured: labels that wrap and lack room. Here the last one becomes narrower.

    ## Conflicts

    Contradictory required constraints in a container of 300 x 300 points, each played in every
    order; `a`, `b`, `c` are the constraints of `layout_conflicts.csv`.

    | Case | UIKit | Agrees |
    |---|---|---|
    """

  private static let contentOpening = """

    UIKit keeps a constraint broken while it is active, even if the contradiction is gone. Here it
    holds again, because a layout does not depend on earlier ones.

    A content of 24 points against a rule about the width, by hugging and compression resistance. A
    content size at priority 1000 is never reported as a conflict.

    | Hugging, compression resistance, rule | Width in UIKit | Agrees |
    |---|---|---|
    """

  private static let frameOpening = """

    ## Frames

    The scenes in `Tests/Fixtures/uikit/layout`, with the sizes of contents that UIKit measured.
    Frames are in the coordinates of the parent. The recordings are from Mac Catalyst, which rounds
    origins to whole points and sizes to half points; the exact layout is rounded in the same way.

    | Scene | Views | Agrees |
    |---|---|---|
    """

  private static let ending = """

    On a screen, Snapback rounds edges to pixels instead, as [the layout](layout.md#passes) says.

    """
}
