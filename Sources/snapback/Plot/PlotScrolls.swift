import SnapbackBasics
import SnapbackTouches

/// A panel of the accumulated scroll distance of a wheel or touchpad.
struct PlotScrolls {
  let device: PlotData.Device
  let panel: ChartPanel
  private let id: String

  private static let height = 92.0

  init(_ device: PlotData.Device, time: ChartAxis, top: Double, id: String) {
    self.device = device
    self.id = id
    let values = [0] + device.scrolls.map(\.total.dx) + device.scrolls.map(\.total.dy)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let margin = max((high - low) * 0.08, 1e-9)
    panel = ChartPanel(
      box: Rect(
        left: PlotInk.left, top: top, right: PlotInk.right, bottom: top + Self.height),
      time: time, value: ChartAxis((low - margin)...(high + margin), ticks: 4))
  }

  var lines: [String] {
    let name = PlotInk.cut(device.profile.name, 40)
    var lines = panel.background(
      title: "scrolled in all, pt: across (solid), down (dashed) · \(name)")
    var parts: [String] = []
    let numbers: [(Vector) -> Double] = [{ $0.dx }, { $0.dy }]
    for (index, number) in numbers.enumerated() {
      var steps: [(time: Double, value: Double)] = [(panel.time.low, 0)]
      for scroll in device.scrolls {
        // Each value is constant until the next scroll.
        if let last = steps.last { steps.append((scroll.time, last.value)) }
        steps.append((scroll.time, number(scroll.total)))
      }
      if let last = steps.last { steps.append((panel.time.high, last.value)) }
      let second = index == 1 ? " second" : ""
      parts += panel.path([PlotThinning.line(steps, in: panel)], "way c\(index)\(second)")
    }
    let ends = device.scrolls.filter { $0.phase != .changed }.map { panel.x($0.time) }
    if !ends.isEmpty {
      parts.append(SVG.ticks(ends, from: panel.box.bottom - 6, to: panel.box.bottom, "bar"))
    }
    lines += SVG.clipped(parts, to: panel.box, id: id)
    return lines
  }
}
