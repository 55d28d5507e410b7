import SnapbackLayout
import Testing

@Suite struct SpacingTests {
  /// 8 · body / 17 by hand, to the nearest half: 6.588, 7.059, 7.529, 8, 8.941, 9.882, 10.824,
  /// 13.176, 15.529, 18.824, 22.118, 24.941.
  @Test func siblingsPartAsTheTextGrows() {
    let distances = ContentSizeCategory.allCases.map(StandardSpacing.betweenSiblings(in:))
    #expect(distances == [6.5, 7, 7.5, 8, 9, 10, 11, 13, 15.5, 19, 22, 25])
  }

  @Test func marginsAreThoseOfUIKit() {
    #expect(StandardSpacing.margin == 8)
    #expect(StandardSpacing.rootMargin(.compact) == 16)
    #expect(StandardSpacing.rootMargin(.regular) == 20)
  }

  @Test func baselinesAreThePublishedLeadingOfTheLowerTextApart() {
    #expect(StandardSpacing.betweenBaselines(above: .body, in: .large) == 22)
    #expect(StandardSpacing.betweenBaselines(above: .largeTitle, in: .accessibility5) == 70)
    #expect(StandardSpacing.betweenBaselines(above: .caption2, in: .xSmall) == 13)
  }

  @Test func aDistanceIsItsPointsOrTheStandardOne() {
    #expect(Spacing.points(-3).points(standard: 8) == -3)
    #expect(Spacing.standard.points(standard: 8) == 8)
    #expect(Spacing.points(8) != .standard)
  }
}
