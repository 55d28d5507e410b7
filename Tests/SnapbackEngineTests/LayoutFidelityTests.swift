import SnapbackBasics
import SnapbackTestSupport
import Testing

/// Text, ties, conflicts and frames compared with recordings of UIKit.
@Suite struct LayoutFidelityTests {
  @Test func widthsAreWithinThreePercentOfUIKits() throws {
    let labels = try TextFidelity.widths()
    #expect(labels.count == 48)
    for label in labels { #expect(label.difference.magnitude <= 0.03, "\(label)") }
  }

  /// Catalyst rounds the heights of labels by another rule.
  @Test func heightsAreThoseOfIOSAndWithinAPointOfCatalysts() throws {
    for label in try TextFidelity.heights() {
      let tolerance = label.platform == "iOS" ? 1e-9 : 1
      #expect((label.estimate - label.measured).magnitude <= tolerance, "\(label)")
    }
  }

  /// `UIFont.lineHeight` is 1.193359375 em in all 131 measurements, and a label is as high as its
  /// line, rounded up to pixels.
  @Test func aLabelIsAsHighAsTheLineOfItsFont() throws {
    let styles = try TextFidelity.styles()
    #expect(styles.count == 131)
    for style in styles {
      let height = (1.193359375 * style.pointSize * 3).rounded(.up) / 3
      #expect((style.height - height).magnitude < 1e-9, "\(style)")
    }
  }

  @Test(arguments: ["ties", "conflicts", "content sizes", "frames"])
  func everyLayoutIsAsUIKitHasIt(table: String) throws {
    let cases =
      switch table {
      case "ties": try LayoutFidelity.ties()
      case "conflicts": try LayoutFidelity.conflicts()
      case "content sizes": try LayoutFidelity.contentSizes()
      default: try LayoutFidelity.frames()
      }
    let counts = ["ties": 13, "conflicts": 17, "content sizes": 11, "frames": 18]
    #expect(cases.count == counts[table])
    for one in cases { #expect(one.agrees, "\(one.name): \(one.seen), not \(one.recorded)") }
  }
}
