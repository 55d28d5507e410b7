import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Motions in closed form, for clients that evaluate motions instead of asking for frames.
extension MotionStore {
  /// The motions of the components of a view's lever; their generations are 0.
  func levers(of view: Int) -> (x: ChannelMotion, y: ChannelMotion) {
    let lever = tree.indices.contains(view) ? lever(of: view) : .zero
    let (share, size) = (lever.share, lever.size)
    return (
      component(.leverX, lever.vector.dx, share.dx, of: size.width, (.left, .right), view),
      component(.leverY, lever.vector.dy, share.dy, of: size.height, (.top, .bottom), view)
    )
  }

  /// A component of a lever. It is `length` while the side between two edges has the length `size`,
  /// and grows by `share` per point by which the side grows.
  private func component(
    _ channel: MotionChannel, _ length: Double, _ share: Double, of size: Double,
    _ edges: (near: Channel, far: Channel), _ view: Int
  ) -> ChannelMotion {
    var result = ChannelMotion(
      view: view, channel: channel, generation: 0, held: MotionState(value: length))
    guard share != 0, let near = motion(of: edges.near, view: view),
      let far = motion(of: edges.far, view: view)
    else { return result }
    result.held = result.held + share * (far.held - near.held - MotionState(value: size))
    result.terms =
      far.terms.map { $0.scaled(by: share) } + near.terms.map { $0.scaled(by: -share) }
    return result
  }

  /// The motion of a channel of a view from now on; nil if the view does not exist. O(terms),
  /// allocates the list of terms.
  func motion(of channel: Channel, view: Int) -> ChannelMotion? {
    tree.indices.contains(view) ? motion(of: channel, view: view, by: links) : nil
  }

  /// The motion of a channel of a view through the links of a piece, valid from the moment when
  /// that piece begins.
  func motion(of channel: Channel, view: Int, by links: EdgeLinks?) -> ChannelMotion? {
    motion(of: channel, view: view, by: links, from: now)
  }

  /// The motion of a channel of a view through the links of a piece, valid from `moment` on. `view`
  /// may also be the index of a constant, or of an entry of a look; the result then has the channel
  /// of the look.
  func motion(
    of channel: Channel, view: Int, by links: EdgeLinks?, from moment: Instant
  ) -> ChannelMotion? {
    let index = channel.index(view: view)
    guard (0..<channelCount).contains(index) else { return nil }
    let value = self[index]
    var channelMotion = ChannelMotion(
      view: view, channel: .animated(channel), generation: value.generation,
      held: MotionState(value: value.model, velocity: value.modelVelocity),
      terms: value.terms.filter { $0.end > now })
    if let links, linked.moves(channel, of: view, by: links) {
      channelMotion.held.value += offset(of: channel, view, by: links)
      for driver in links.sources.indices {
        let rate = linked.rate(of: channel, view, by: driver, of: links)
        guard rate != 0 else { continue }
        var source = motion(ofDriver: driver, of: links, from: moment)
        source.held.value -= links.reference[driver]
        channelMotion.held = channelMotion.held + rate * source.held
        channelMotion.terms += source.terms.map { $0.scaled(by: rate) }
      }
    }
    addBindings(to: &channelMotion, of: index, by: links, from: moment)
    if let look = looks.channel(channel, at: view), let owner = looks.view(at: view) {
      channelMotion.channel = .look(look)
      channelMotion.view = owner
    }
    if channel == .rotation, let tilt = tree.tilt(of: view) {
      channelMotion.map = ChannelMotion.Map(source: .translationX, tilt: tilt)
    }
    return channelMotion
  }

  /// The motion of a driver of `links` from `moment` on.
  func motion(
    ofDriver driver: Int, of links: EdgeLinks, from moment: Instant
  ) -> (held: MotionState, terms: [ResidualTerm]) {
    func own(_ index: Int) -> (held: MotionState, terms: [ResidualTerm]) {
      let value = self[index]
      let held = MotionState(value: value.model, velocity: value.modelVelocity)
      let terms = value.terms.filter { $0.end > now }
      guard bindings.setsConstants, bindings.place(of: index) != nil else { return (held, terms) }
      var motion = ChannelMotion(
        view: 0, channel: .animated(.left), generation: 0, held: held, terms: terms)
      addBindings(to: &motion, of: index, by: links, from: moment)
      return (motion.held, motion.terms)
    }
    var sum = own(links.sources[driver])
    guard let link = links.offset(ofDriver: driver) else { return sum }
    sum.held.value += offset(of: link.channel, link.view, by: links)
    for other in links.sources.indices where link.rates[other] != 0 {
      let source = own(links.sources[other])
      sum.held =
        sum.held + link.rates[other] * source.held
        - MotionState(value: link.rates[other] * links.reference[other])
      sum.terms += source.terms.map { $0.scaled(by: link.rates[other]) }
    }
    return sum
  }

  /// The motions of the channels that are moving now. O(channels).
  var motions: [ChannelMotion] {
    tree.indices.flatMap { view in
      Channel.allCases.compactMap { channel in
        motion(of: channel, view: view).flatMap { $0.terms.isEmpty ? nil : $0 }
      }
    }
  }
}
