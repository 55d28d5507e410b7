import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import SnapbackTestSupport
import Testing

/// Every distribution with every alignment, along both axes, in both reading directions and with
/// any views hidden. Checks the frames against the documented behavior, not against the
/// constraints.
@Suite struct StackInvariantTests {
  private static let ways: [(Axis, LayoutDirection)] = Axis.allCases.flatMap { axis in
    LayoutDirection.allCases.map { (axis, $0) }
  }

  private static func settings(
    _ distribution: StackProperties.Distribution, _ alignment: StackProperties.Alignment
  ) -> [StackSetting] {
    var settings: [StackSetting] = []
    for (axis, direction) in ways {
      // Centers may have to be unequal only if there is little room.
      for room in StackSetting.Room.allCases
      where room != .tight || distribution == .equalCentering {
        for (spacing, isMarginsRelative) in [(0.0, false), (10, false), (10, true)]
        where !isMarginsRelative || room == .free {
          settings.append(
            StackSetting(
              distribution: distribution, alignment: alignment, axis: axis,
              direction: direction, spacing: spacing, room: room,
              isMarginsRelative: isMarginsRelative))
        }
      }
    }
    return settings
  }

  private static func difference(_ one: [Rect], _ other: [Rect]) -> Double {
    zip(one, other).reduce(0) { most, pair in
      let (left, right) = pair
      return [
        most, (left.left - right.left).magnitude, (left.top - right.top).magnitude,
        (left.right - right.right).magnitude, (left.bottom - right.bottom).magnitude,
      ].reduce(0, max)
    }
  }

  @Test(
    arguments: StackProperties.Distribution.allCases, StackProperties.Alignment.allCases)
  func framesAreWhatTheStackPromises(
    _ distribution: StackProperties.Distribution, _ alignment: StackProperties.Alignment
  ) throws {
    // Effects specific to right to left already show with few views.
    let (most, few) = (Effort.cases(5, inDebugBuilds: 3), Effort.cases(3, inDebugBuilds: 2))
    var count = 0
    for base in Self.settings(distribution, alignment) {
      for views in 1...(base.direction == .leftToRight ? most : few) {
        var setting = base
        setting.count = views
        var fixture = try StackFixture(setting)
        var fresh = fixture
        _ = try fresh.layOut(hiding: 0)
        // Gray code order: each step hides or shows one view, and the last one shows all.
        for mask in (0..<1 << views).reversed().map({ $0 ^ $0 >> 1 }) {
          let report = try fixture.layOut(hiding: mask)
          let judge = StackJudge(setting, hiding: mask, frames: fixture.frames)
          if report != LayoutReport() || !judge.faults.isEmpty {
            let place = "\(setting), hidden \(String(mask, radix: 2))"
            Issue.record("\(place): \(report.warnings + judge.faults)")
          }
          count += 1
        }
        let isSame = Self.difference(fixture.frames, fresh.frames) <= 1e-6
        if !isSame { Issue.record("\(setting): what was hidden comes back elsewhere") }
      }
    }
    // Two axes, rooms with spacings, and the hidden subsets: 62 of up to five views, 30 of four, 14
    // of three.
    #expect(count == 2 * (distribution == .equalCentering ? 7 : 5) * ((2 << most) + (2 << few) - 4))
  }
}
