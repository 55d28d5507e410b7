import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// A request to change the item or attribute at one end of a constraint.
struct RetargetWish {
  /// The end of the constraint: the left side (`first`), or an anchor on the right side (`second`).
  enum Side: String, CaseIterable { case first, second }

  var constraint: String
  var side: Side
  /// The index of the anchor on the right side; needed only if there are several.
  var term: Int?
  var view: String?
  var attribute: LayoutAttribute?
  var animation: Animation?
}

/// Changes an item or attribute of an existing constraint.
///
/// UIKit forbids this change. Snapback replaces the old constraint by a new one with the same name,
/// multipliers, constant, priority, activity and variations. In a conflict, the new constraint is
/// treated as the one added last.
extension ControlDesk {
  mutating func retarget(
    _ wish: RetargetWish, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    var (constraint, variations) = try Self.find(wish, in: engine.layoutTree)
    let place = try Self.anchorIndex(wish, of: constraint)
    let items = Self.items(of: engine.layoutTree)
    var anchor = constraint[anchor: place]
    if let name = wish.view { anchor.item = try Self.item(name, among: items) }
    if let attribute = wish.attribute { anchor.attribute = attribute }
    var reply = ControlReply()
    if anchor != constraint[anchor: place] {
      if wish.animation != nil { try makeRoom(on: &engine, at: now) }
      constraint[anchor: place] = anchor
      do throws(EngineError) {
        reply.transaction = try engine.apply(
          [
            .removeConstraint(wish.constraint),
            .addConstraint(constraint, variations: variations),
          ], animation: wish.animation, at: now)
      } catch {
        throw ControlError(error)
      }
    }
    reply.choices = Self.choices(for: constraint, at: place, among: items, in: engine.layoutTree)
    return reply
  }

  /// Finds the constraint as it was declared, and its variations for size classes.
  private static func find(
    _ wish: RetargetWish, in layout: LayoutTree
  ) throws(ControlError) -> (LayoutConstraint, VariationTable<ConstraintVariation>) {
    let names = layout.constraintIdentifiers
    guard names.contains(wish.constraint), var constraint = layout.constraint(wish.constraint),
      let variations = layout.variations(of: wish.constraint),
      let constant = layout.usualConstant(of: wish.constraint)
    else { throw unknown(wish.constraint, of: "constraint", in: names) }
    constraint.constant = constant
    return (constraint, variations)
  }

  /// The index of the constraint's anchor: 0 is the left side.
  private static func anchorIndex(
    _ wish: RetargetWish, of constraint: LayoutConstraint
  ) throws(ControlError) -> Int {
    guard wish.side == .second else { return 0 }
    let count = constraint.terms.count
    let name = DocumentError.quoted(wish.constraint)
    guard count > 0 else {
      throw ControlError(.conflict, "\(name) has only a number on its right side, no item")
    }
    guard let term = wish.term else {
      guard count == 1 else {
        throw ControlError(
          .conflict, "\(name) has \(count) items on its right side; select one by \"term\", from 0")
      }
      return 1
    }
    guard term < count else {
      throw ControlError(.unknownName, "\(name) has \(count) items on its right side")
    }
    return term + 1
  }

  private static func item(
    _ name: String, among items: [NamedItem]
  ) throws(ControlError) -> LayoutItem {
    guard let found = items.first(where: { $0.name == name }) else {
      throw unknown(name, of: "view or guide", in: items.map(\.name))
    }
    return found.item
  }

  static func unknown(_ name: String, of kind: String, in names: [String]) -> ControlError {
    let hint = Spelling.hint(for: name, in: names)
    return ControlError(
      .unknownName,
      "no \(kind) is called \(DocumentError.quoted(name))" + (hint.map { " — \($0)" } ?? ""))
  }

  // MARK: Choices

  /// An item with its name in rules.
  struct NamedItem {
    var name: String
    var item: LayoutItem
  }

  /// All items that a constraint can refer to: views and their built-in guides in the order of
  /// views, then the guides that the scene declares, sorted by name. O(views + guides).
  static func items(of layout: LayoutTree) -> [NamedItem] {
    var list: [NamedItem] = []
    for index in 0..<layout.viewCount {
      let view = ViewID(index: index)
      let name = layout.name(of: view)
      list.append(NamedItem(name: name, item: .view(view)))
      list.append(NamedItem(name: "\(name).margins", item: .margins(view)))
      list.append(NamedItem(name: "\(name).safeArea", item: .safeArea(view)))
      guard layout.contentSize(of: view) != nil else { continue }
      list.append(NamedItem(name: "\(name).content", item: .content(view)))
      list.append(NamedItem(name: "\(name).viewport", item: .viewport(view)))
    }
    list.append(NamedItem(name: "\(layout.name(of: .root)).keyboard", item: .keyboard))
    let made = layout.items.sorted { $0.key < $1.key }
    for (name, item) in made {
      if case .guide = item { list.append(NamedItem(name: name, item: item)) }
    }
    return list
  }

  /// Finds the items and attributes that the layout would accept at an anchor.
  private static func choices(
    for constraint: LayoutConstraint, at place: Int, among items: [NamedItem],
    in layout: LayoutTree
  ) -> RetargetChoices {
    let anchor = constraint[anchor: place]
    var candidates: [LayoutConstraint] = []
    for attribute in LayoutAttribute.allCases {
      var candidate = constraint
      candidate[anchor: place] = Anchor(anchor.item, attribute)
      candidates.append(candidate)
    }
    for item in items {
      var candidate = constraint
      candidate[anchor: place] = Anchor(item.item, anchor.attribute)
      candidates.append(candidate)
    }
    let refusals = layout.refusals(of: candidates)
    let count = LayoutAttribute.allCases.count
    let attributes = zip(LayoutAttribute.allCases, refusals).filter { $0.1 == nil }.map(\.0)
    let legal = zip(items, refusals.dropFirst(count)).filter { $0.1 == nil }.map(\.0)
    let views = legal.filter(\.isView).map(\.name)
    return RetargetChoices(
      view: items.first { $0.item == anchor.item }?.name ?? "?", attribute: anchor.attribute,
      attributes: attributes, views: views, guides: legal.filter { !$0.isView }.map(\.name))
  }
}

extension ControlDesk.NamedItem {
  fileprivate var isView: Bool {
    if case .view = item { true } else { false }
  }
}

extension LayoutConstraint {
  /// The anchor at an index: 0 is the left side, followed by the anchors of the right side.
  fileprivate subscript(anchor place: Int) -> Anchor {
    get { place == 0 ? first : terms[place - 1].anchor }
    set {
      if place == 0 { first = newValue } else { terms[place - 1].anchor = newValue }
    }
  }
}
