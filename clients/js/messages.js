/**
 * The types of the daemon's messages, which are the same for both encodings.
 *
 * `type` is the name of the message in docs/protocol.md, and the other keys are those of its body
 * there. Omitted values have their defaults, or are null. Lengths are points, y down; angles are
 * radians, clockwise. A time is a number of nanoseconds of the daemon's clock: exact up to 2⁵³,
 * which is 104 days, then to two nanoseconds. A counter or an id is a number too, and a BigInt
 * beyond 2⁵³. A color is "#rrggbb".
 *
 * @typedef {number | bigint} Count
 * @typedef {[number, number]} Pair
 * @typedef {[number, number, number, number]} Four x, y, width, height
 * @typedef {[number, number, number, number, number, number]} Six a, b, c, d, tx, ty
 *
 * @typedef {{type: "welcome", version: Count, encoding: string, clock: string, now: number,
 *   session: string, epoch: Count, rate: number, roles: string[], features: string[],
 *   pacing: string, unacknowledged: Count}} Welcome
 *
 * @typedef {object} Velocity rates of change of the frame and the parts of the transform, per
 *   second
 * @property {Four} frame
 * @property {Pair} translation
 * @property {number} rotation
 * @property {Pair} scale
 * @property {number} shear
 *
 * @typedef {object} ViewState the state of a view in a frame; null means unchanged
 * @property {string} id
 * @property {Four | null} frame in its parent
 * @property {Pair | null} translation null together with rotation, scale and shear
 * @property {number | null} rotation
 * @property {Pair | null} scale
 * @property {number | null} shear
 * @property {Six | null} toScreen from the view's own coordinates to the screen
 * @property {number | null} alpha null together with visible
 * @property {string | null} color also null without a fill
 * @property {boolean | null} visible whether the view and all its ancestors are visible
 * @property {Four | null} box its bounding box on the screen
 * @property {Velocity} velocity
 *
 * @typedef {object} Text
 * @property {string} string
 * @property {string | null} style null for a fixed font
 * @property {number} size of the font
 * @property {number} lineHeight
 * @property {number} firstBaseline from the top of the view
 * @property {number} lastBaseline
 * @property {Count} lines the maximum number of lines, 0 for unlimited
 *
 * @typedef {ViewState & {parent: string | null, cornerRadius: number, anchor: Pair,
 *   clips: boolean, text: Text | null}} SnapshotView
 *
 * @typedef {{width: number, height: number, scale: number, background: string}} Screen
 *
 * @typedef {{type: "snapshot", seq: Count, time: number, revision: Count, epoch: Count,
 *   screen: Screen, views: SnapshotView[]}} Snapshot parents first, later siblings in front
 *
 * @typedef {{type: "frame", seq: Count, time: number, revision: Count, computed: number,
 *   views: ViewState[], touches: {id: Count, x: number, y: number}[] | null}} Frame `touches` is
 *   null but in replays
 *
 * @typedef {object} Term a motion that ends at 0: exactly from `end` on; Infinity means never
 * @property {"spring" | "decay" | "curve" | "keyframes" | "springCurve"} kind
 * @property {number} anchor
 * @property {number} end
 * @property {number} local
 * @property {number} rate
 * @property {boolean} later
 * @property {number} x
 * @property {number} [v] of a spring and a decay
 * @property {number} [beta] of a spring and a spring curve
 * @property {number} [omega2]
 * @property {number} [lambda] of a decay
 * @property {number} [delay] of all but these two, as are the next four
 * @property {number} [repeat] may be Infinity
 * @property {number} [duration]
 * @property {boolean} [autoreverses]
 * @property {boolean} [reversed]
 * @property {Four} [points] of a curve: x1, y1, x2, y2
 * @property {Six[]} [keys] of keyframes: time, value, x1, y1, x2, y2
 * @property {number} [velocity] of a spring curve
 *
 * @typedef {object} Channel the motion of one channel of a view from now on
 * @property {string} view
 * @property {string} channel
 * @property {Count} generation
 * @property {number} held
 * @property {number} velocity
 * @property {{kind: "tilt", source: string, angle: number, reach: number} | null} map
 * @property {Term[]} terms
 * @property {boolean} known false if it has parts that cannot be evaluated; draw the view from
 *   frames then
 *
 * @typedef {{type: "segment", seq: Count, time: number, revision: Count, ahead: boolean,
 *   channels: Channel[]}} Segment with `ahead`, it is kept until its time, unless another one comes
 *
 * @typedef {{type: "gesture", id: Count, time: number, view: string | null, kind: string,
 *   name: string | null, phase: string, location: Pair, translation: Pair, velocity: Pair,
 *   scale: number | null, scaleVelocity: number | null, rotation: number | null,
 *   rotationVelocity: number | null, injected: boolean}} Gesture
 *
 * @typedef {{type: "decision", time: number, kind: string, text: string}} Decision with the other
 *   keys that the protocol has
 *
 * @typedef {{type: "touch", time: number, contacts: {id: Count, phase: string, x: number,
 *   y: number, injected: boolean}[]}} Touch
 *
 * @typedef {{type: "layout", time: number, transaction: Count | null,
 *   views: {id: string, from: Four, to: Four}[]}} Layout
 *
 * @typedef {{type: "done", id: Count, time: number, moment: string,
 *   interrupted: boolean}} Done
 * @typedef {{type: "device", id: Count, phase: string, name: string, kind: string}} Device
 * @typedef {{type: "idle", seq: Count, time: number}} Idle
 * @typedef {{type: "lagged", dropped: Count}} Lagged
 * @typedef {{type: "error", code: string, message: string}} ErrorMessage thrown by the client
 * @typedef {{type: "pong", id: Count, now: number}} Pong
 * @typedef {{type: "reply", id?: Count, ok: boolean}} Reply with the other keys of the reply
 * @typedef {{type: "measure", request: Count, view: string, text: string, style: string | null,
 *   size: number, lines: Count, width: number | null}} Measure
 * @typedef {{type: "shm", size: Count}} MemoryReady not used here, only by C and Python
 * @typedef {{type: "summary"}} Summary the last line of a replay
 *
 * @typedef {{type: "reconnected", welcome: Welcome, continued: boolean, reason: string}}
 *   Reconnected the connection was lost and is there again, and a snapshot follows. If it is
 *   `continued` only frames were missed; if not, gestures that began are over.
 *
 * @typedef {Welcome | Snapshot | Frame | Segment | Gesture | Decision | Touch | Layout | Done
 *   | Device | Idle | Lagged | ErrorMessage | Pong | Reply | Measure | MemoryReady | Summary
 *   | Reconnected} Message
 */

export {};
