import SnapbackLayout
import SnapbackProtocol

/// Warnings about looks that are valid but probably a mistake.
extension SceneBlueprint {
  /// The views whose text has the color of their own opaque fill, one line each. Views whose colors
  /// an action or a binding sets are not among them. O(views + changes of actions).
  public var lookWarnings: [String] {
    var exempt: Set<String> = []
    for step in actions.flatMap(\.steps) { SceneChange.noteColored(in: step, &exempt) }
    for binding in bindings where !binding.looks.isEmpty || binding.channels.contains(.red) {
      exempt.insert(views[binding.view].appearance.name)
    }
    return views.indices.compactMap { index in
      let appearance = views[index].appearance
      guard let fill = appearance.color, !exempt.contains(appearance.name),
        layout.properties(of: ViewID(index: index)).text?.string.isEmpty == false
      else { return nil }
      let table = views[index].look ?? VariationTable(ViewLook(view: index))
      func isHidden(in context: VariationContext) -> Bool {
        let look = table[context].moving
        return look.fillAlpha == 1 && look.textColor == Paint(fill)
      }
      let isAlways = isHidden(in: layout.context)
      guard isAlways || table.contexts(around: layout.context).contains(where: isHidden) else {
        return nil
      }
      return "\(appearance.name): \(isAlways ? "" : "in a variation, ")the text has the color of "
        + "the fill, \"\(fill.hexadecimal)\"; give the view another \"textColor\""
    }
  }
}

extension SceneChange {
  /// Adds the names of the views whose colors some changes set.
  fileprivate static func noteColored(in changes: [SceneChange], _ names: inout Set<String>) {
    for change in changes {
      switch change {
      case .color(let name, _, _), .look(let name, _): names.insert(name)
      case .animate(_, let inner): noteColored(in: inner, &names)
      default: break
      }
    }
  }
}
