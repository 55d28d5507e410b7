import SnapbackDocument
import SnapbackEngine
import SnapbackMotion

/// Reads animations: springs, curves, keyframes and named animations, with delay and repetition.
extension SceneReader {
  /// Reads an animation: a name, or one timing function with its delay, repetition and options.
  func readAnimation(_ node: DocumentNode) throws(DocumentError) -> Animation {
    if case .string = node.value {
      return try node.oneOf(NamedAnimation.self, file: file).animation
    }
    var reader = try ObjectReader(node, file: file)
    var animation = try readTiming(&reader)
    animation.delay = try AnimationKeys.delay(&reader)
    if let count = AnimationKeys.repetition(&reader) {
      animation.repeatCount =
        if case .string = count.value {
          try count.oneOf(Forever.self, file: file) == .forever ? .infinity : 1
        } else {
          try count.number(in: SceneRanges.runs, file: file)
        }
    }
    animation.autoreverses = try AnimationKeys.autoreverse(&reader)
    animation.reducedMotion = try AnimationKeys.reducedMotion(&reader)
    try reader.finish()
    return animation
  }

  private func readTiming(_ reader: inout ObjectReader) throws(DocumentError) -> Animation {
    let hasSpring = SpringAnimationKeys.hasSpring(&reader)
    let hasCurve = CurveAnimationKeys.hasCurve(&reader)
    let hasName = NamedAnimationKeys.hasNamed(&reader)
    let forms = [hasSpring, hasCurve, KeyframesAnimationKeys.hasKeyframes(&reader), hasName]
    let count = forms.count { $0 }
    guard count == 1 else {
      throw reader.error(
        "expected one of \"spring\", \"curve\", \"keyframes\" and \"named\", found \(count)",
        at: reader.node)
    }
    if hasName { return try NamedAnimationKeys.named(&reader).animation }
    if hasSpring {
      let node = try SpringAnimationKeys.spring(&reader)
      let velocity = try SpringAnimationKeys.velocity(&reader)
      return try readSpringAnimation(node, velocity: velocity)
    }
    let duration = try DurationKeys.duration(&reader)
    if hasCurve {
      return Animation(
        .curve(try readCurve(try CurveAnimationKeys.curve(&reader)), duration: duration))
    }
    let keyframes = try readKeyframes(try KeyframesAnimationKeys.keyframes(&reader))
    return Animation(.keyframes(keyframes, duration: duration))
  }

  /// Reads a curve: a name, or the four coordinates of its control points.
  func readCurve(_ node: DocumentNode) throws(DocumentError) -> CubicBezier {
    if case .string = node.value { return try node.oneOf(NamedCurve.self, file: file).curve }
    var numbers: [Double] = []
    for part in try node.array(count: SceneRanges.controlPoints, file: file) {
      numbers.append(try part.number(in: SceneRanges.progress, file: file))
    }
    do throws(MotionError) {
      return try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  private func readKeyframes(_ node: DocumentNode) throws(DocumentError) -> Keyframes {
    var keys: [Keyframes.Key] = []
    for item in try node.array(count: SceneRanges.keyframes, file: file) {
      var key = try ObjectReader(item, file: file)
      keys.append(
        Keyframes.Key(
          time: try KeyframeKeys.time(&key), value: try KeyframeKeys.value(&key),
          curve: try KeyframeKeys.curve(&key).map(readCurve) ?? .linear))
      try key.finish()
    }
    do throws(MotionError) {
      return try Keyframes(keys)
    } catch {
      throw node.error(error.description, file: file)
    }
  }
}
