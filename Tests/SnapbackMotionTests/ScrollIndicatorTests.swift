import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Indicators of scroll views. The expected numbers are shares of the track, computed by hand.
@Suite struct ScrollIndicatorTests {
  /// The indicator of a view of 500 points with a track of 490.
  private func indicator(_ offset: Double, content: Double = 2000) -> ScrollIndicator? {
    ScrollIndicator(
      offset: offset, range: 0...max(0, content - 500), viewport: 500, track: 490)
  }

  @Test(arguments: [
    // A quarter of the content is visible: 122.5 points, and 367.5 remain.
    (0.0, 0.0, 122.5), (750, 183.75, 122.5), (1500, 367.5, 122.5), (500, 122.5, 122.5),
    // A gap of 50 points is 49 on the track, and 98 points leave 26.46.
    (-50, 0, 73.5), (1550, 416.5, 73.5), (-98, 0, 26.46),
    // It never becomes shorter than 8 points.
    (-400, 0, 8), (1900, 482, 8),
  ])
  func theVisiblePartIsShown(offset: Double, position: Double, length: Double) throws {
    let seen = try #require(indicator(offset))
    #expect(abs(seen.position - position) < 1e-9 && abs(seen.length - length) < 1e-9, "\(seen)")
  }

  @Test func withinTheRangeItIsTheShareOfTheContent() throws {
    for offset in stride(from: 0.0, through: 1500, by: 7) {
      let seen = try #require(indicator(offset))
      #expect(abs(seen.position / 490 - offset / 2000) < 1e-12)
      #expect(abs((seen.position + seen.length) / 490 - (offset + 500) / 2000) < 1e-12)
    }
  }

  @Test func longContentHasTheLeastLength() throws {
    for (offset, position) in [(0.0, 0.0), (24_750, 227), (49_500, 454)] {
      let seen = try #require(indicator(offset, content: 50_000))
      #expect(seen.length == 36 && abs(seen.position - position) < 1e-9)
    }
    let short = try #require(
      ScrollIndicator(offset: 0, range: 0...1e6, viewport: 500, track: 20))
    #expect(short.length == 20 && short.position == 0)
  }

  @Test func contentThatFitsHasNone() {
    #expect(indicator(0, content: 500) == nil)
    #expect(indicator(.nan) == nil)
    #expect(ScrollIndicator(offset: 0, range: 0...9, viewport: 0, track: 10) == nil)
    #expect(ScrollIndicator(offset: 0, range: 0...9, viewport: 10, track: -1) == nil)
    #expect(ScrollIndicator(offset: 0, range: 0 ... .infinity, viewport: 10, track: 10) == nil)
  }

  @Test func insetsBelongToTheRange() throws {
    // 40 points before and 60 after 1900 points of content are the same as 2000 points.
    for offset in [-80.0, -40, 300, 1460, 1500] {
      let seen = ScrollIndicator(
        offset: offset, range: -40...1460, viewport: 500, track: 490)
      let same = try #require(indicator(offset + 40))
      #expect(abs((seen?.position ?? .nan) - same.position) < 1e-9)
      #expect(abs((seen?.length ?? .nan) - same.length) < 1e-9)
    }
  }

  @Test func itStaysOnItsTrackAndFollowsTheOffset() throws {
    var generator = SeededGenerator(seed: 36)
    for _ in 0..<2000 {
      let (viewport, track) = (generator.logUniform(0...4), generator.logUniform(0...4))
      let (lower, way) = (generator.signedLogUniform(-3...3), generator.logUniform(-3...6))
      var last: ScrollIndicator?
      for step in -4...12 {
        let seen = try #require(
          ScrollIndicator(
            offset: lower + way * Double(step) / 8, range: lower...(lower + way),
            viewport: viewport, track: track))
        #expect(seen.position >= 0 && seen.length > 0)
        #expect(seen.position + seen.length <= track * (1 + 1e-12))
        if let last { #expect(seen.position >= last.position - 1e-9 * track) }
        last = seen
      }
    }
  }

  @Test func itFadesAfterTheRest() {
    for (seconds, opacity) in [
      (-1.0, 1.0), (0, 1), (1.2, 1), (1.325, 0.5), (1.45, 0), (60, 0), (.infinity, 0),
    ] {
      #expect(abs(ScrollIndicator.opacity(afterRest: seconds) - opacity) < 1e-12)
    }
    #expect(ScrollIndicator.opacity(afterRest: 0.1, stay: 0, fade: 0) == 0)
  }
}
