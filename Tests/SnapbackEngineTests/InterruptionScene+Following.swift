extension InterruptionScene {
  /// The scene ``bound`` with two followers, a product, a curve, a color and a number of the card's
  /// gesture. The maps have no kinks where the views move.
  static let following =
    bound
    .replacing(
      "{ id: \"dial\" } ]",
      with: """
        { id: "dial" }, { id: "bead1" }, { id: "bead2" }, { id: "gain" }, { id: "tint" } ]
        """
    )
    .replacing(
      "\"dial.height = 80\"",
      with: """
        "dial.height = 80", "bead1.left = 600", "bead1.top = 100", "bead1.width = 16",
        "bead1.height = 16", "bead2.left = 600", "bead2.top = 120", "bead2.width = 16",
        "bead2.height = 16", "gain.left = 700", "gain.top = 100", "gain.width = 16",
        "gain.height = 16", "tint.left = 700", "tint.top = 140", "tint.width = 16",
        "tint.height = 16"
        """
    )
    .replacing("{ pan: \"card\", tilt:", with: "{ pan: \"card\", name: \"move\", tilt:")
    .replacing(
      "bindings: [",
      with: """
        bindings: [
          { from: "card.translation.x", to: "bead1.translation.x",
            follow: { response: 0.3, dampingRatio: 0.6 } },
          { from: "bead1.translation.x", to: "bead2.translation.x",
            follow: { response: 0.4, dampingRatio: 1 } },
          { from: "card.translation.x", to: "gain.scale", map: [[-4000, -1], [4000, 3]],
            combine: "multiply" },
          { from: "left.frame.width", to: "gain.scale", map: [[-4000, -3], [4000, 5]],
            combine: "multiply" },
          { from: "card.translation.y", to: "gain.rotation",
            map: [[-4000, -90], [4000, 90, [0.4, 0.1, 0.6, 0.9]]] },
          { from: "card.translation.x", to: "tint.color",
            map: [[-200, "#000000"], [200, "#ff8000"]] },
          { from: "move.translation.x", to: "tint.translation.y",
            returns: { response: 0.4, dampingRatio: 0.6 } },
        """)
}
