/// The scenes that the daemon runs, and the messages of the target `loop`.
enum FuzzScenes {
  /// The possible contents of the scene file: a scene, a larger one, and two that cannot be read.
  static let all = [
    scene(tiles: 2), scene(tiles: 40), String(scene(tiles: 2).dropLast(20)), "{ snapback: 7 }",
  ]

  private static func scene(tiles: Int) -> String {
    let names = (0..<tiles).map { "t\($0)" }
    let views = names.map { "{ id: \"\($0)\", text: { string: \"a b\" } }" }
    let rules = names.map { "\"\($0).left = drawer.left\", \"\($0).top = drawer.top\"" }
    return """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [{ id: "card", color: "#0a84ff" },
          { id: "drawer", color: "#30d158", views: [\(views.joined(separator: ","))] }],
        constraints: [
          "card.left = screen.left + 40", "card.top = screen.top + 40", "card.width = 200",
          "card.height = 200", "drawer.left = screen.left", "drawer.width = screen.width",
          { id: "open", rule: "drawer.top = screen.top + 500" }, "drawer.height = 300",
          \(rules.joined(separator: ",\n"))],
        gestures: [{ name: "drag", pan: "card", spring: { response: 0.4, dampingRatio: 0.8 } },
          { tap: "drawer", name: "tap" }],
        actions: [{ name: "open", on: { gesture: "tap" },
          changes: [{ constraint: "open", constant: 300 }],
          animate: { spring: { response: 0.3, dampingRatio: 1 } } }] }
      """
  }

  /// Messages of clients; `@` stands for the time.
  static let messages = """
    {"ping":{"id":1}}
    {"resync":{}}
    {"status":{"id":2}}
    {"shm_attach":{}}
    {"rate":{"rate":1000}}
    {"inspect":{"id":3,"view":"card"}}
    {"document":{"id":3}}
    {"change":{"id":4,"changes":[{"constraint":"open","by":-20}],"animate":{"spring":{}}}}
    {"change":{"id":5,"changes":[{"view":"card","alpha":0.5,"rotation":30}],\
    "animate":{"curve":"linear","duration":0.5},"controlled":true}}
    {"change":{"id":6,"changes":[{"view":"t0","isHidden":true},{"view":"t1","text":"c d e"}]}}
    {"animation":{"id":7,"transaction":1,"do":"scrub","fraction":0.4}}
    {"animation":{"id":8,"transaction":1,"do":"stop"}}
    {"patch":{"id":9,"scene":{"views":[{"id":"new","text":{"string":"f g"}}]}}}
    {"patch":{"id":10,"scene":{"gestures":[{"name":"drag","spring":\
    {"response":0.5,"dampingRatio":0.6}}]}}}
    {"load":{"id":11,"scene":{"snapback":1,"screen":{"width":300,"height":500},\
    "views":[{"id":"card"}]}}}
    {"run":{"id":12,"action":"open"}}
    {"retarget":{"id":13,"constraint":"open","side":"first","attribute":"bottom"}}
    {"measured":{"id":14,"request":1,"width":30,"height":20}}
    {"motion":{"id":15,"rate":0.5}}
    {"rotate":{"id":16,"rotation":90}}
    {"inject":{"id":17,"touches":[{"id":1,"phase":"began","x":100,"y":100}]}}
    {"inject":{"id":18,"touches":[{"id":1,"phase":"moved","x":170,"y":120}]}}
    {"inject":{"id":19,"touches":[{"id":1,"phase":"ended","x":170,"y":120}]}}
    {"frame_request":{"time":@,"refresh":16666667}}
    {"presented":{"seq":1,"time":@,"refresh":16666667}}
    {"future":{"id":20}}
    nonsense
    """.split(separator: "\n").map(String.init)
}
