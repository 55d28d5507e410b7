import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The translations that keep a grabbed point under the fingers while layout moves the view.
extension MotionStore {
  /// Sets the model of a channel that a finger holds, after the layout has moved the view. The
  /// animation moves the channel from its drawn value to the new model and starts with `velocity`.
  /// The model keeps the finger's velocity.
  mutating func shift(
    _ channel: Channel, of view: Int, to value: Double, velocity: Double = 0,
    with animation: Animation?
  ) {
    let index = channel.index(view: view)
    let fingers = self[index].modelVelocity
    follow(channel, of: view, MotionState(value: self[index].model, velocity: velocity / rate))
    if let animation = effective(animation, on: channel, of: view) {
      _ = animate(
        channel, of: view, to: value, animation, owner: transactions.open?.owner ?? 0)
    }
    follow(channel, of: view, MotionState(value: value, velocity: fingers))
  }

  /// Adds the terms of the edges, multiplied by the negative coefficients of the present grab, to
  /// the translation of a view, so that the edges do not move the grabbed point. `old` is the grab
  /// for which the translation already compensates.
  mutating func compensateFrame(of view: Int, from old: Grab?) {
    let new = linked.grab(of: view)
    for channel in Channel.translations {
      func compensate(_ edge: Channel, of source: Int, times factor: Double) {
        guard factor != 0 else { return }
        // A controlled transaction can return to a time before the end of a finished term.
        for term in self[edge.index(view: source)].terms where term.end > now || term.owner != 0 {
          add(term.scaled(by: factor), channel, of: view)
        }
      }
      func factor(of edge: Channel, _ grab: Grab?) -> Double {
        grab?.factor(of: edge, in: channel) ?? 0
      }
      func isInParent(_ grab: Grab?) -> Double {
        grab.map { $0.isInParent && $0.moves(channel) ? 1 : 0 } ?? 0
      }
      for edge in Channel.edges {
        compensate(edge, of: view, times: factor(of: edge, old) - factor(of: edge, new))
      }
      compensate(
        Grab.origin(of: channel), of: tree.parent(of: view),
        times: isInParent(new) - isInParent(old))
    }
  }

  /// The translations of the views of which fingers hold a point, without the links. Empty if all
  /// these translations follow bound constants.
  var driftingTranslations: [Vector] {
    guard linked.holdsDriftingPoint else { return [] }
    var result: [Vector] = []
    for view in linked.grabbedViews {
      let x = self[Channel.translationX.index(view: view)].presentation(at: now).value
      let y = self[Channel.translationY.index(view: view)].presentation(at: now).value
      result.append(Vector(dx: x, dy: y))
    }
    return result
  }

  /// Removes the compensation for bound constants from the translations that do not follow them,
  /// after the edges have been set to the solution of a new piece of the layout.
  ///
  /// Until then, the translations compensate for the whole jumps of the grabbed points, and their
  /// changes are the measure of these jumps. The drawn edges are not: bound constants follow the
  /// translations, and edges follow bound constants.
  ///
  /// - Parameters:
  ///   - translations: the ``driftingTranslations`` before the edges were set.
  ///   - old: the links of the piece before.
  ///   - starts: the values of the drivers in that piece.
  mutating func leaveDrift(
    since translations: [Vector], _ old: EdgeLinks?, _ starts: [Double]
  ) {
    guard let links else { return }
    for (view, (start, end)) in zip(linked.grabbedViews, zip(translations, driftingTranslations)) {
      let way = linked.drift(of: view, in: start - end, from: old, to: links, starts)
      guard way != .zero else { continue }
      addDrift(way, of: view)
      for (channel, part) in [(Channel.translationX, way.dx), (.translationY, way.dy)] {
        let held = self[channel.index(view: view)]
        follow(
          channel, of: view, MotionState(value: held.model + part, velocity: held.modelVelocity))
      }
    }
  }

  /// The part of a grabbed view's translation that compensates for motions of edges without an end
  /// of their own: motions by drivers, endless animations, and controlled transactions.
  func lastingCompensation(_ channel: Channel, of view: Int) -> MotionState {
    guard linked.grab(of: view) != nil else { return .rest }
    var sum = MotionState.rest
    if let links, linked.moves(channel, of: view, by: links) {
      for driver in links.sources.indices {
        var change = value(ofDriver: driver, of: links, at: now)
        change.value -= links.reference[driver]
        sum = sum + linked.rate(of: channel, view, by: driver, of: links) * change
      }
    }
    for term in self[channel.index(view: view)].terms where term.isLasting {
      sum = sum + term.state(at: now)
    }
    return sum
  }

  /// Ends the compensation for motions without an end of their own; its present value is added to
  /// the model of the translation.
  mutating func endLastingCompensation(of view: Int) {
    guard linked.grab(of: view) != nil else { return }
    updateLinkedModels()
    for channel in Channel.translations { fold(channel, of: view, where: \.isLasting) }
  }
}

extension ResidualTerm {
  /// Whether a client determines when the term ends.
  fileprivate var isLasting: Bool { isEndless || owner != 0 }
}
