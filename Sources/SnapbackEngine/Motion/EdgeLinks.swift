import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The links of edges to drivers of the layout: edge = model + terms + Σ rateᵢ · (driverᵢ −
/// referenceᵢ).
///
/// The models are the layout's solution for the reference values of the drivers. Within the piece,
/// the formula gives an edge at any moment without a layout pass.
struct EdgeLinks: Sendable {
  let piece: LayoutPiece
  /// The indices of the drivers among all channels, in the order of the piece.
  let sources: [Int]
  /// The values of the drivers for which the models were solved.
  var reference: [Double]
  /// The edges of the piece's views at ``reference``, which replace the models; nil if the models
  /// belong to this piece.
  var bases: [Rect]?

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

  /// The edge of a view at ``reference``, which replaces the model; nil if the model applies.
  func base(of edge: Channel, _ view: Int) -> Double? {
    guard let bases, let place = piece.place(of: ViewID(index: view)) else { return nil }
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
  var isTranslation: Bool { self == .translationX || self == .translationY }
}
