import SnapbackFrames
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// The links by which edges follow drivers of the layout, and the updates of the edges' channels.
struct LinkedEdges: Sendable {
  /// The links; nil while no driver moves.
  private(set) var links: EdgeLinks?
  /// The views that drivers move only outside the present piece.
  private var later: Set<Int> = []

  /// Whether drivers move a view, now or later.
  func contains(_ view: Int) -> Bool { links?.moves(view) == true || later.contains(view) }

  /// The views that drivers move, now or later.
  var views: [Int] { (links?.piece.views.map(\.index) ?? []) + later }

  /// Replaces the links and increments the generations of the edges of both the old and the new.
  mutating func replace(by links: EdgeLinks?, _ channels: inout ChannelTable) {
    interrupt(&channels)
    self.links = links
    interrupt(&channels)
    later.removeAll(keepingCapacity: true)
  }

  /// Notes views that are going to follow.
  mutating func noteLater(_ views: [ViewID], _ channels: inout ChannelTable) {
    for view in views where links?.moves(view.index) != true {
      if later.insert(view.index).inserted { channels.visit(view.index) }
    }
  }

  /// Increments the generations of the edges that follow.
  func interrupt(_ channels: inout ChannelTable) {
    for view in links?.piece.views ?? [] { channels.interrupt(edgesOf: view.index) }
  }

  /// Sets the models of the edges to the solution for the drivers' values at a moment, which become
  /// the reference values.
  mutating func updateModels(_ channels: inout ChannelTable, at now: Instant) {
    guard var links else { return }
    for driver in links.sources.indices {
      let value = channels[links.sources[driver]].presentation(at: now).value
      let change = value - links.reference[driver]
      links.reference[driver] = value
      for view in links.piece.views {
        for edge in Channel.edges {
          let rate = links.rate(of: edge, view.index, by: driver)
          guard rate != 0 else { continue }
          channels[edge.index(view: view.index)].shiftModel(by: rate * change)
        }
      }
    }
    self.links = links
  }
}
