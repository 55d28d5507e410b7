import SnapbackMotion
import SnapbackScene
import Testing

/// Parsing an action's `animate`: timings.
@Suite struct AnimationReaderTests {
  private func read(_ animation: String) throws -> Animation {
    let scene = try ActionReaderTests.read(
      "[{ on: \"appear\", animate: \(animation), changes: [] }]")
    return try #require(scene.actions.first?.animation)
  }

  @Test func aSpringIsReadInAllItsForms() throws {
    let springs = [
      ("response: 0.4, dampingRatio: 0.9", try Spring(response: 0.4, dampingRatio: 0.9)),
      ("mass: 2, stiffness: 300, damping: 20", try Spring(mass: 2, stiffness: 300, damping: 20)),
    ]
    for (text, spring) in springs {
      #expect(try read("{ spring: { \(text) } }") == .spring(spring))
      #expect(
        try read("{ spring: { \(text) }, velocity: -3 }")
          == Animation(.spring(spring, initialVelocity: -3)))
    }
    for velocity in [0.0, -3] {
      let animation = try read(
        "{ spring: { duration: 1, dampingRatio: 0.33 }, velocity: \(velocity) }")
      var expected = Animation(
        .spring(
          try Spring(uikitDuration: 1, dampingRatio: 0.33, initialVelocity: velocity),
          initialVelocity: velocity))
      expected.runDuration = 1
      #expect(animation == expected)
    }
  }

  @Test func aCurveIsReadByNameAndByItsPoints() throws {
    let curves: [(String, CubicBezier)] = [
      ("\"linear\"", .linear), ("\"easeIn\"", .easeIn), ("\"easeOut\"", .easeOut),
      ("\"easeInOut\"", .easeInOut), ("\"ease\"", .ease),
      ("\"materialStandard\"", .materialStandard),
      ("\"materialEmphasizedDecelerate\"", .materialEmphasizedDecelerate),
      ("\"materialEmphasizedAccelerate\"", .materialEmphasizedAccelerate),
      ("[0.1, -2, 0.3, 4]", try CubicBezier(0.1, -2, 0.3, 4)),
    ]
    for (text, curve) in curves {
      #expect(try read("{ curve: \(text), duration: 0.3 }") == .curve(curve, duration: 0.3))
    }
    // UIKit's and CSS's curves, by their published control points.
    #expect(
      try read("{ curve: \"easeInOut\", duration: 1 }")
        == .curve(
          try CubicBezier(0.42, 0, 0.58, 1), duration: 1))
    #expect(
      try read("{ curve: \"ease\", duration: 1 }")
        == .curve(
          try CubicBezier(0.25, 0.1, 0.25, 1), duration: 1))
  }

  @Test func keyValuesAreRead() throws {
    let keyframes = try Keyframes([
      .init(time: 0.5, value: 1.2, curve: .easeOut), .init(time: 1, value: 1),
    ])
    #expect(
      try read(
        """
        { keyframes: [{ time: 0.5, value: 1.2, curve: "easeOut" }, { time: 1, value: 1 }],
          duration: 2 }
        """) == Animation(.keyframes(keyframes, duration: 2)))
  }

  @Test func anAnimationOfIOSIsReadByName() throws {
    for name in NamedAnimation.allCases {
      #expect(try read("\"\(name.rawValue)\"") == name.animation)
      #expect(try read("{ named: \"\(name.rawValue)\" }") == name.animation)
    }
    var late = NamedAnimation.keyboard.animation
    late.delay = 0.25
    late.reducedMotion = .keep
    #expect(try read("{ named: 'keyboard', delay: 0.25, reducedMotion: 'keep' }") == late)
    #expect(late.logicalDuration == 0.75)
    for text in ["\"keybord\"", "{ named: \"keybord\" }"] {
      #expect {
        try read(text)
      } throws: { error in
        "\(error)".contains("did you mean \"keyboard\"?")
      }
    }
    #expect {
      try read("{ named: \"push\", curve: \"ease\", duration: 1 }")
    } throws: { error in
      "\(error)".contains("and \"named\", found 2")
    }
  }

  @Test func howItIsLaidInTimeIsRead() throws {
    let linear = TimingFunction.curve(.linear, duration: 1)
    let plain = try read("{ curve: \"linear\", duration: 1 }")
    #expect(plain == Animation(linear))
    #expect(plain.delay == 0 && plain.repeatCount == 1 && !plain.autoreverses)
    #expect(plain.reducedMotion == .crossFade)
    let all = "delay: 0.5, repeat: 2.5, autoreverse: true, reducedMotion: \"keep\""
    #expect(
      try read("{ curve: \"linear\", duration: 1, \(all) }")
        == Animation(
          linear, delay: 0.5, repeatCount: 2.5, autoreverses: true, reducedMotion: .keep))
    #expect(
      try read("{ curve: \"linear\", duration: 1, repeat: \"forever\" }").repeatCount == .infinity)
    for (word, kind) in [("jump", Animation.ReducedMotion.jump), ("crossFade", .crossFade)] {
      let text = "{ curve: \"linear\", duration: 1, reducedMotion: \"\(word)\" }"
      #expect(try read(text).reducedMotion == kind)
    }
  }
}
