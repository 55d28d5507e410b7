import SnapbackLayout
import Testing

@Suite struct TextStyleTests {
  /// The columns of the Human Interface Guidelines, Typography, Specifications, in their order:
  /// point size and leading of Large Title, Title 1, 2, 3, Headline, Body, Callout, Subhead,
  /// Footnote, Caption 1, 2.
  @Test(arguments: [
    ("extraSmall", "31/38 25/31 19/24 17/22 14/19 14/19 13/18 12/16 12/16 11/13 11/13"),
    ("small", "32/39 26/32 20/25 18/23 15/20 15/20 14/19 13/18 12/16 11/13 11/13"),
    ("medium", "33/40 27/33 21/26 19/24 16/21 16/21 15/20 14/19 12/16 11/13 11/13"),
    ("large", "34/41 28/34 22/28 20/25 17/22 17/22 16/21 15/20 13/18 12/16 11/13"),
    ("extraLarge", "36/43 30/37 24/30 22/28 19/24 19/24 18/23 17/22 15/20 14/19 13/18"),
    ("extraExtraLarge", "38/46 32/39 26/32 24/30 21/26 21/26 20/25 19/24 17/22 16/21 15/20"),
    ("extraExtraExtraLarge", "40/48 34/41 28/34 26/32 23/29 23/29 22/28 21/28 19/24 18/23 17/22"),
    ("accessibilityMedium", "44/52 38/46 34/41 31/38 28/34 28/34 26/32 25/31 23/29 22/28 20/25"),
    ("accessibilityLarge", "48/57 43/51 39/47 37/44 33/40 33/40 32/39 30/37 27/33 26/32 24/30"),
    (
      "accessibilityExtraLarge",
      "52/61 48/57 44/52 43/51 40/48 40/48 38/46 36/43 33/40 32/39 29/35"
    ),
    (
      "accessibilityExtraExtraLarge",
      "56/66 53/62 50/59 49/58 47/56 47/56 44/52 42/50 38/46 37/44 34/41"
    ),
    (
      "accessibilityExtraExtraExtraLarge",
      "60/70 58/68 56/66 55/65 53/62 53/62 51/60 49/58 44/52 43/51 40/48"
    ),
  ])
  func stylesHaveTheirPublishedSizes(name: String, column: String) throws {
    let category = try #require(ContentSizeCategory(rawValue: name))
    let cells = column.split(separator: " ")
    #expect(cells.count == TextStyle.allCases.count)
    for (style, cell) in zip(TextStyle.allCases, cells) {
      let size = style.metrics(in: category).pointSize
      let leading = StandardSpacing.betweenBaselines(above: style, in: category)
      let numbers = cell.split(separator: "/").compactMap { Double(String($0)) }
      #expect([size, leading] == numbers, "\(style) in \(category)")
    }
  }

  @Test(arguments: TextStyle.allCases)
  func textGrowsWithTheCategory(style: TextStyle) {
    let all = ContentSizeCategory.allCases.map(style.metrics(in:))
    for (smaller, larger) in zip(all, all.dropFirst()) {
      #expect(smaller.pointSize <= larger.pointSize)
      #expect(smaller.lineHeight <= larger.lineHeight)
    }
    for metrics in all {
      #expect(metrics.pointSize >= 11)
    }
  }

  @Test func aLargerTitleIsNeverSmaller() {
    let titles: [TextStyle] = [.largeTitle, .title1, .title2, .title3, .headline]
    let notes: [TextStyle] = [.body, .callout, .subheadline, .footnote, .caption1, .caption2]
    for category in ContentSizeCategory.allCases {
      for order in [titles, notes] {
        let sizes = order.map { $0.metrics(in: category).pointSize }
        #expect(sizes == sizes.sorted(by: >))
      }
    }
  }

  @Test func onlyTheHeadlineIsSemibold() {
    #expect(TextStyle.allCases.filter(\.isEmphasized) == [.headline])
    for category in ContentSizeCategory.allCases {
      #expect(TextStyle.headline.metrics(in: category) == TextStyle.body.metrics(in: category))
    }
  }

  @Test func categoriesStandInTheOrderOfTheirSizes() {
    let all = ContentSizeCategory.allCases
    #expect(all.count == 12)
    #expect(all.shuffled().sorted() == all)
    #expect(all.filter(\.isAccessibility) == Array(all.suffix(5)))
    #expect(ContentSizeCategory(rawValue: "large") == .large)
    #expect(ContentSizeCategory.xxxLarge < .accessibility1)
  }

  /// Source: UIFont.systemFont(ofSize: 17): ascender 16.1865234375, descender −4.1005859375,
  /// lineHeight 20.287109375.
  @Test func metricsAreThoseOfTheSystemFont() {
    let metrics = TextStyle.body.metrics(in: .large)
    #expect(metrics.ascent == 16.1865234375)
    #expect(metrics.descent == 4.1005859375)
    #expect(metrics.lineHeight == 20.287109375)
    #expect(TextMetrics(pointSize: 17) == metrics)
  }
}
