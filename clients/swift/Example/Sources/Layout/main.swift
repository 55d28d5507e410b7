import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout

// Lays out a card and a button without a scene, a daemon or a device, and prints their frames in
// points, once for each width of the window.
var tree = try LayoutTree(screen: Size(width: 390, height: 844), scale: 3)
let card = try tree.addView(in: .root, name: "card")
let button = try tree.addView(in: card, name: "button")
let screen = LayoutItem.view(.root), cardItem = LayoutItem.view(card)
let buttonItem = LayoutItem.view(button)
try tree.activate([
  cardItem.centerX.constraint(to: screen.centerX),
  cardItem.centerY.constraint(to: screen.centerY),
  // The card would like to have four fifths of the width, but is never wider than 400 points.
  cardItem.width.constraint(to: screen.width, times: 0.8).prioritized(.defaultHigh),
  cardItem.width.constraint(.lessThanOrEqual, toConstant: 400),
  cardItem.height.constraint(to: cardItem.width, times: 0.5),
  buttonItem.right.constraint(to: cardItem.right, plus: -16),
  buttonItem.bottom.constraint(to: cardItem.bottom, plus: -16),
  buttonItem.width.constraint(toConstant: 80),
  buttonItem.height.constraint(toConstant: 44),
])
for width in [390.0, 600] {
  try tree.setScreenSize(Size(width: width, height: 844))
  tree.layoutIfNeeded()
  for view in [card, button] {
    let frame = tree.frames[view.index]
    print(tree.name(of: view), frame.left, frame.top, frame.size.width, frame.size.height)
  }
}
