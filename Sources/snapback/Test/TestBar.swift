import SnapbackBasics
import SnapbackProtocol
import SnapbackReplay

/// A contact or gesture as a bar over time, in the picture of a failed case.
struct TestBar {
  var label: String
  private var first: Double
  /// The end of the bar, in seconds: the lift of a contact, or the last event of a gesture. Nil if
  /// the contact is down at the end of the replay; the bar then extends to the end of the panel.
  private var last: Double?
  private var style: String

  /// The contacts, in the order in which they touched.
  static func contacts(of trace: CaseTrace) -> [TestBar] {
    trace.contacts.map { contact in
      TestBar(
        label: "touch", first: contact.began.seconds(since: .zero),
        last: contact.ended?.seconds(since: .zero), style: "touch")
    }
  }

  /// The gestures, in the order in which they began.
  static func gestures(of trace: CaseTrace) -> [TestBar] {
    var bars: [TestBar] = []
    var known: [UInt64: Int] = [:]
    for event in trace.gestures {
      let time = event.time.seconds(since: .zero)
      if let place = known[event.id] {
        bars[place].last = time
      } else {
        known[event.id] = bars.count
        bars.append(
          TestBar(
            label: "\(event.kind) \(trace.view(of: event))", first: time,
            last: time, style: "gesture"))
      }
    }
    return bars
  }

  /// Draws the bar in a panel, at least 3 pixels wide and vertically centered at `middle`.
  func rect(in panel: ChartPanel, middle: Double) -> String {
    let left = panel.x(first)
    let right = max(left + 3, min(panel.x(last ?? panel.time.high), panel.box.right))
    return SVG.rect(
      Rect(left: left, top: middle - 5.5, right: right, bottom: middle + 5.5), style, radius: 3)
  }
}

extension ChartPanel {
  /// The grid lines of the time axis only.
  var strip: [String] {
    time.ticks.map { SVG.line(x($0), box.top, x($0), box.bottom, "grid") }
  }
}
