import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The links of edges to drivers of the layout: edge = model + terms + Σ rateᵢ · (driverᵢ −
/// referenceᵢ).
///
/// The models are the layout's solution for the reference values of the drivers. Within the piece,
/// the formula gives an edge at any moment without a layout pass. A scroll offset at an end of its
/// range, if drivers move that end, depends on the drivers in the same way.
struct EdgeLinks: Sendable {
  let piece: LayoutPiece
  /// The indices of the drivers among all channels, in the order of the piece.
  let sources: [Int]
  /// The values of the drivers for which the models were solved.
  var reference: [Double]
  /// The edges of the piece's views at ``reference``, which replace the models; nil if the models
  /// are those of this piece.
  var bases: [Rect]?
  /// The scroll offsets whose ranges drivers move.
  private(set) var offsets: [OffsetLink] = []

  init(piece: LayoutPiece, sources: [Int]) {
    (self.piece, self.sources, reference) = (piece, sources, piece.origin)
  }

  func moves(_ view: Int) -> Bool { piece.moves(ViewID(index: view)) }

  /// The reference value of the driver at a channel index; nil if the channel is not a driver.
  func reference(of source: Int) -> Double? {
    sources.firstIndex(of: source).map { reference[$0] }
  }

  /// The derivative of an edge of a view with respect to a driver.
  func rate(of edge: Channel, _ view: Int, by driver: Int) -> Double {
    let rates = piece.rates(of: ViewID(index: view), by: driver)
    switch edge {
    case .left: return rates.left
    case .top: return rates.top
    case .right: return rates.right
    case .bottom: return rates.bottom
    default: return 0
    }
  }

  // MARK: Offsets

  /// Whether drivers move the range of a scroll offset.
  var hasOffsets: Bool { !offsets.isEmpty }

  /// The link of a scroll offset to its range; nil if no driver moves the range.
  func offset(_ channel: Channel, of view: Int) -> OffsetLink? {
    offsets.first { $0.view == view && $0.channel == channel }
  }

  /// Whether drivers move the range of a scroll offset of a view.
  func limitsOffset(of view: Int) -> Bool { offsets.contains { $0.view == view } }

  /// The link of a driver that is a scroll offset with a moving range; nil for other drivers.
  func offset(ofDriver driver: Int) -> OffsetLink? {
    guard !offsets.isEmpty else { return nil }
    return offsets.first { $0.index == sources[driver] }
  }

  /// Whether the piece and the limits of the offsets are valid for given values of the drivers.
  func holds(at values: [Double]) -> Bool {
    guard piece.holds(at: values) else { return false }
    for offset in offsets {
      guard offset.isFlying || offset.holds(at: offset.overflow(at: values, from: piece.origin))
      else { return false }
    }
    return true
  }

  /// Replaces the links of the offsets, and computes their rates.
  ///
  /// A driver may itself be an offset at the end of its range. It then depends on the other
  /// drivers, so its own rate is eliminated.
  mutating func setOffsets(_ new: [OffsetLink]) {
    offsets = new
    for place in offsets.indices {
      let isAtEnd = offsets[place].limit == .end
      for driver in sources.indices {
        offsets[place].rates[driver] = isAtEnd ? offsets[place].overflowRates[driver] : 0
      }
    }
    for place in offsets.indices where offsets[place].limit == .end {
      guard let own = sources.firstIndex(of: offsets[place].index) else { continue }
      let remainder = 1 - offsets[place].rates[own]
      offsets[place].rates[own] = 0
      let factor = remainder.magnitude > 1e-9 ? 1 / remainder : 0
      for driver in sources.indices { offsets[place].rates[driver] *= factor }
      let rates = offsets[place].rates
      for other in offsets.indices where other != place {
        let rate = offsets[other].rates[own]
        guard rate != 0 else { continue }
        offsets[other].rates[own] = 0
        for driver in sources.indices { offsets[other].rates[driver] += rate * rates[driver] }
      }
    }
  }

  /// Records that the model of an offset at the end of its range has been shifted.
  mutating func shiftOffset(at place: Int, by way: Double) { offsets[place].model += way }

  // MARK: Other pieces

  /// The solved frame of a view for ``reference``, given that for the origin of the piece.
  func solution(of view: ViewID, from origin: Rect) -> Rect {
    var frame = origin
    for driver in sources.indices {
      let rates = piece.rates(of: view, by: driver)
      let way = reference[driver] - piece.origin[driver]
      frame.left += rates.left * way
      frame.top += rates.top * way
      frame.right += rates.right * way
      frame.bottom += rates.bottom * way
    }
    return frame
  }

  /// The edge of a view at ``reference``, which replaces the model; nil if the model is valid.
  func base(of edge: Channel, _ view: Int) -> Double? {
    guard let bases, let place = piece.index(of: ViewID(index: view)) else { return nil }
    switch edge {
    case .left: return bases[place].left
    case .top: return bases[place].top
    case .right: return bases[place].right
    case .bottom: return bases[place].bottom
    default: return nil
    }
  }
}

extension Channel {
  /// Whether the channel is an edge of the layout frame.
  var isEdge: Bool { rawValue <= Channel.bottom.rawValue }
  var isOffset: Bool { self == .scrollX || self == .scrollY }
  var isTranslation: Bool { self == .translationX || self == .translationY }
}
