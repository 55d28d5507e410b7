import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout
public import SnapbackProtocol

/// A binding in the answer to `inspect`, in the units of scenes.
public struct InspectedBinding: Sendable {
  /// The value of a target.
  public enum Value: Hashable, Sendable {
    /// A number: points, degrees, or a plain number.
    case number(Double)
    /// The fill of a view, or the color of its text or border.
    case color(Color)
  }

  /// The name of the binding.
  public let name: String
  /// How the target gets its value from the source.
  public let kind: BindingStatus.Kind
  /// The source, as the document names it.
  public let from: String
  /// The target, as the document names it.
  public let to: String
  /// The view of the source; nil for the constant of a constraint that names no view, and for the
  /// progress of an action.
  public let sourceView: String?
  /// The first view of the constraint whose constant is the target; nil for a number of a view.
  public let targetView: String?
  /// The value of the source, which is not limited to what can be drawn.
  public let source: Double
  /// The drawn value of the target.
  public let target: Value
  /// Whether the source and the target keep their values without further input.
  public let isAtRest: Bool

  /// Combines the texts of a document with the values of a running scene.
  init(
    _ status: BindingStatus, from: String, to: String, sourceView: String?, targetView: String?
  ) {
    name = status.name
    kind = status.kind
    self.from = from
    self.to = to
    self.sourceView = sourceView
    self.targetView = targetView
    source = status.sourceValue / (status.source.isAngle ? BindingProperty.Unit.degrees.factor : 1)
    target = Self.target(status.targets)
    isAtRest = status.isAtRest
  }

  /// The value of a target that consists of one or more channels.
  private static func target(_ targets: [(channel: MotionChannel, value: Double)]) -> Value {
    let first = targets[0]
    switch first.channel {
    case .animated(.red) where targets.count == 3, .look(.textRed) where targets.count == 3,
      .look(.borderRed) where targets.count == 3:
      let components = targets.map { UInt8(min(max($0.value, 0), 255).rounded()) }
      return .color(Color(red: components[0], green: components[1], blue: components[2]))
    case .animated(.rotation):
      return .number(first.value / BindingProperty.Unit.degrees.factor)
    case .animated(.alpha), .look(.fillAlpha), .look(.textAlpha), .look(.borderAlpha),
      .look(.shadowOpacity):
      return .number(min(max(first.value, 0), 1))
    case .animated(.cornerRadius), .look(.borderWidth), .look(.shadowRadius):
      return .number(max(first.value, 0))
    default: return .number(first.value)
    }
  }

  /// Writes the binding as an object in an array.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string(name, "name")
    writer.string(kind.rawValue, "kind")
    writer.string(from, "from")
    writer.string(to, "to")
    if let sourceView { writer.string(sourceView, "sourceView") }
    if let targetView { writer.string(targetView, "targetView") }
    writer.factor(source, "source")
    switch target {
    case .number(let value): writer.factor(value, "target")
    case .color(let color): writer.color(color, "target")
    }
    writer.boolean(isAtRest, "rests")
    writer.endObject()
  }
}

extension BindingSource {
  /// Whether the number is an angle, which scenes give in degrees.
  fileprivate var isAngle: Bool {
    switch self {
    case .channel(let channel, _): channel == .rotation
    case .gesture(let number): number.kind == .rotation
    case .look, .frame, .constant, .progress: false
    }
  }
}

extension ControlDesk {
  /// The bindings that set or read numbers of a view, or all bindings if `view` is nil, in the
  /// order of the document, and their number. The list has at most
  /// ``ControlLimits/inspectedBindings``. O(bindings + statuses).
  ///
  /// `statuses` are the bindings of the running scene, and `names` the names of its views.
  func bindings(
    of view: ViewID?, in layout: LayoutTree, _ statuses: [BindingStatus],
    names: [String]
  ) -> (list: [InspectedBinding], count: Int) {
    guard !statuses.isEmpty else { return ([], 0) }
    let known = Dictionary(statuses.map { ($0.name, $0) }) { first, _ in first }
    var result: (list: [InspectedBinding], count: Int) = ([], 0)
    for (index, node) in document.bindings.enumerated() {
      let name = node.text("name") ?? SceneReader.defaultBindingName(index)
      guard let status = known[name], let from = node.text("from"), let to = node.text("to")
      else { continue }
      func firstView(_ constraint: String) -> Int? {
        layout.constraint(constraint).flatMap { layout.views(of: $0).first?.index }
      }
      var (sourceView, targetView): (Int?, Int?) = (status.sourceView, status.targetView)
      if case .constant(let id) = status.source { sourceView = firstView(id) }
      let setsConstant = to.hasSuffix(SceneReader.constantSuffix)
      if setsConstant {
        targetView = firstView(String(to.dropLast(SceneReader.constantSuffix.count)))
      }
      guard view == nil || view?.index == targetView || view?.index == sourceView
      else { continue }
      result.count += 1
      guard result.count <= ControlLimits.inspectedBindings else { continue }
      result.list.append(
        InspectedBinding(
          status, from: from, to: to, sourceView: sourceView.map { names[$0] },
          targetView: setsConstant ? targetView.map { names[$0] } : nil))
    }
    return result
  }
}

extension DocumentNode {
  /// The string of a member; nil if there is none.
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = member(key)?.value { text } else { nil }
  }
}
