import SnapbackBasics
import SnapbackLayout
import Testing

@Suite struct SizeClassTests {
  /// The size upright in points, and the published classes upright and sideways: C and R, the
  /// width first. Source: Human Interface Guidelines, Layout, "Device screen dimensions" and
  /// "Device size classes", and the tables of earlier years for devices no longer listed.
  private static let devices: [(String, Double, Double, String, String)] = [
    ("iPhone 4s", 320, 480, "CR", "CC"),
    ("iPhone 5, SE 4 inch", 320, 568, "CR", "CC"),
    ("iPhone 6, 6s, 7, 8, SE 4.7 inch", 375, 667, "CR", "CC"),
    ("iPhone 6, 6s, 7, 8 Plus", 414, 736, "CR", "RC"),
    ("iPhone X, XS, 11 Pro, 12 mini, 13 mini", 375, 812, "CR", "CC"),
    ("iPhone XR, XS Max, 11, 11 Pro Max", 414, 896, "CR", "RC"),
    ("iPhone 12, 12 Pro, 13, 13 Pro, 14, 16e", 390, 844, "CR", "CC"),
    ("iPhone 12 Pro Max, 13 Pro Max, 14 Plus", 428, 926, "CR", "RC"),
    ("iPhone 14 Pro, 15, 15 Pro, 16", 393, 852, "CR", "CC"),
    ("iPhone 14 Pro Max, 15 Plus, 15 Pro Max, 16 Plus", 430, 932, "CR", "RC"),
    ("iPhone 16 Pro, 17, 17 Pro", 402, 874, "CR", "CC"),
    ("iPhone Air", 420, 912, "CR", "RC"),
    ("iPhone 16 Pro Max, 17 Pro Max", 440, 956, "CR", "RC"),
    ("iPad mini 8.3 inch", 744, 1133, "RR", "RR"),
    ("iPad 9.7 inch, iPad mini 7.9 inch", 768, 1024, "RR", "RR"),
    ("iPad 10.2 inch", 810, 1080, "RR", "RR"),
    ("iPad 10.9 inch, Air 11 inch", 820, 1180, "RR", "RR"),
    ("iPad Pro 10.5 inch", 834, 1112, "RR", "RR"),
    ("iPad Pro 11 inch", 834, 1194, "RR", "RR"),
    ("iPad Pro 11 inch (M4)", 834, 1210, "RR", "RR"),
    ("iPad Pro 12.9 inch, Air 13 inch", 1024, 1366, "RR", "RR"),
    ("iPad Pro 13 inch (M4)", 1032, 1376, "RR", "RR"),
  ]

  private static func classes(_ letters: String) -> SizeClasses {
    SizeClasses(
      width: letters.first == "R" ? .regular : .compact,
      height: letters.last == "R" ? .regular : .compact)
  }

  @Test func eachDeviceHasItsPublishedSizeClassesBothWaysUp() {
    for (name, short, long, upright, sideways) in Self.devices {
      let tall = SizeClasses(of: Size(width: short, height: long))
      let flat = SizeClasses(of: Size(width: long, height: short))
      #expect(tall == Self.classes(upright), "\(name) upright")
      #expect(flat == Self.classes(sideways), "\(name) sideways")
    }
  }

  /// UIKit's size classes in Split View: sideways, 2/3 is regular, 1/2 is regular only on 12.9
  /// inches, and 1/3 is compact; upright, each part is compact, including 639 points, which Apple
  /// once listed as regular (Open Radar 34621309).
  @Test(arguments: [
    (320.0, 768.0, "CR"), (320, 1024, "CR"), (375, 1024, "CR"), (375, 1366, "CR"),
    (438, 1024, "CR"), (504, 1112, "CR"), (507, 768, "CR"), (551, 834, "CR"),
    (592, 834, "CR"), (639, 1366, "CR"), (678, 1024, "RR"),
    (694, 768, "RR"), (782, 834, "RR"), (981, 1024, "RR"),
  ])
  func partsOfAnIPadHaveTheirPublishedSizeClasses(width: Double, height: Double, letters: String) {
    #expect(SizeClasses(of: Size(width: width, height: height)) == Self.classes(letters))
  }

  @Test(arguments: [Double.nan, -Double.infinity, -1, 0])
  func whatIsNoScreenIsCompact(length: Double) {
    let sizes = SizeClasses(of: Size(width: length, height: length))
    #expect(sizes == SizeClasses(width: .compact, height: .compact))
  }

  @Test(arguments: SizeClassPattern.allCases)
  func aPatternReadsWhatItPrints(pattern: SizeClassPattern) throws {
    #expect(try SizeClassPattern(parsing: pattern.description) == pattern)
  }

  @Test func patternsAreWrittenAsWidthTimesHeight() throws {
    let narrow = try SizeClassPattern(parsing: "compact x regular")
    #expect(narrow == SizeClassPattern(width: .compact, height: .regular))
    #expect(narrow.description == "compact x regular")
    #expect(try SizeClassPattern(parsing: "any x compact").width == nil)
    #expect(try SizeClassPattern(parsing: "  regular\t× any ").description == "regular x any")
  }

  @Test(arguments: [
    ("", "expected a width: compact, regular or any, found the end"),
    ("tall x any", "expected a width: compact, regular or any, found \"tall\""),
    ("Compact x any", "expected a width: compact, regular or any, found \"Compact\""),
    ("compact", "expected \"x\" and a height, found the end"),
    ("compact by any", "expected \"x\" and a height, found \"by\""),
    ("compact x", "expected a height: compact, regular or any, found the end"),
    ("compact x any x", "expected the end, found \"x\""),
  ])
  func aFaultSaysWhatWasExpectedAndFound(text: String, message: String) {
    let error = #expect(throws: SizeClassError.self) { try SizeClassPattern(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func aLongWordIsShownInPart() {
    let word = String(repeating: "y", count: 10_000)
    let error = #expect(throws: SizeClassError.self) { try SizeClassPattern(parsing: word) }
    #expect((error?.description.count ?? 0) < 100)
  }

  @Test func thereAreNinePatternsAndTheMostSpecificComesFirst() {
    let all = SizeClassPattern.allCases
    #expect(Set(all).count == 9)
    #expect(all.map(\.specificity) == [3, 3, 3, 3, 2, 2, 1, 1, 0])
  }

  @Test func theMostSpecificPatternWins() throws {
    let order = ["any x any", "any x compact", "compact x any", "compact x compact"]
    let sizes = SizeClasses(width: .compact, height: .compact)
    for count in 0...order.count {
      var variants: [(condition: VariationCondition, variant: Int)] = []
      for (index, text) in order.prefix(count).enumerated() {
        variants.append((VariationCondition(try SizeClassPattern(parsing: text)), index + 1))
      }
      // The later ones are more specific, in whatever order they are given.
      for variants in [variants, variants.reversed()] {
        #expect(VariationTable(0, variants: variants) { $1 = $0 }[VariationContext(sizes)] == count)
      }
    }
  }

  @Test func theValueIsThatOfTheBestMatchAmongAllPatterns() {
    let compact = VariationContext(SizeClasses(width: .compact, height: .compact))
    for mask in 0..<(1 << 9) {
      let chosen = SizeClassPattern.allCases.enumerated().filter { mask >> $0.offset & 1 == 1 }
      let variants = chosen.map {
        (condition: VariationCondition($0.element), variant: $0.offset)
      }
      let table = VariationTable(-1, variants: variants) { $1 = $0 }
      for context in table.contexts(around: compact) {
        let best = chosen.filter { $0.element.matches(context.classes) }
          .max { $0.element.specificity < $1.element.specificity }
        #expect(table[context] == best?.offset ?? -1)
      }
    }
  }
}
