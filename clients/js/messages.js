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
 * @typedef {[number, number, number]} Three
 * @typedef {[number, number, number, number]} Four x, y, width, height
 * @typedef {[number, number, number, number, number, number]} Six a, b, c, d, tx, ty
 *
 * @typedef {{type: "decision", time: number, kind: string, text: string}} Decision with the other
 *   keys that the protocol has
 * @typedef {{type: "reply", id?: Count, ok: boolean}} Reply with the other keys of the reply
 * @typedef {{type: "summary"}} Summary the last line of a replay
 *
 * @typedef {{type: "reconnected", welcome: Welcome, continued: boolean, reason: string}}
 *   Reconnected the connection was lost and is there again, and a snapshot follows. If it is
 *   `continued` only frames were missed; if not, gestures that began are over.
 */

// generated: types
/**
 * @typedef {object} Welcome The answer to a hello.
 * @property {"welcome"} type
 * @property {Count} version 1
 * @property {string} encoding `"ndjson"` or `"binary"`
 * @property {string} clock the clock of all times: `"monotonic"` or `"replay"`
 * @property {number} now the time of the answer, in nanoseconds
 * @property {string} session identifies one run of the daemon; hexadecimal
 * @property {Count} epoch starts at 1 in each session, and increases when clients have to discard
 *   their state
 * @property {number} rate the maximum frame rate, per second
 * @property {string[]} roles what the client may do
 * @property {string[]} features the entries of `want` that are granted, and `"ack"`
 * @property {string} pacing as requested
 * @property {Count} unacknowledged the maximum number of unacknowledged frames; only with `ack`
 *
 * @typedef {object} Screen The screen.
 * @property {number} width points
 * @property {number} height points
 * @property {number} scale pixels per point
 * @property {string} background the color behind all views
 *
 * @typedef {object} MovingLook The part of a view's look that can move.
 * @property {string} textColor the color of its text, `"#rrggbbaa"`
 * @property {string} borderColor the color of its border
 * @property {number} fillAlpha the opacity of its fill, 0…1
 * @property {number} borderWidth the width of its border in points, 0 or more
 * @property {number} shadowOpacity the opacity of its shadow, 0…1
 * @property {number} shadowRadius the blur radius of its shadow in points, 0 or more
 * @property {Pair} shadowOffset the offset of its shadow, in points of the view
 *
 * @typedef {object} Velocity The rates of change of a view's frame and of the parts of its
 *   transform, per second.
 * @property {Four} frame of x, y, width, height
 * @property {Pair} translation of the translation
 * @property {number} rotation of the rotation
 * @property {Pair} scale of the factors
 * @property {number} shear of the shear
 *
 * @typedef {object} ViewState The state of a view. In a frame, null means unchanged.
 * @property {string} id the view
 * @property {Four | null} frame the layout frame in the parent's coordinates, in points
 * @property {Pair | null} translation the transform's translation as drawn, in points of the parent
 * @property {number | null} rotation in radians, clockwise when positive
 * @property {Pair | null} scale factors
 * @property {number | null} shear only if it is not 0
 * @property {number | null} alpha opacity of the view itself, 0…1, without that of its ancestors
 * @property {string | null} color the fill, sRGB, `"#rrggbb"`; a view without it draws nothing
 * @property {boolean | null} visible false if the view or one of its ancestors is hidden, so it is
 *   not drawn; absent if visible
 * @property {number | null} cornerRadius the radius of its corners in points, 0 or more; absent if
 *   it is as in the snapshot
 * @property {MovingLook | null} look the part of its look that can move; absent if it is as in the
 *   last `looks`
 * @property {Six | null} toScreen from the view's own coordinates to the screen
 * @property {Four | null} box the bounding box of its four corners on the screen
 * @property {Velocity} velocity rates of change, per second: `translation`, `rotation`, and
 *   `frame`, `scale` and `shear` if they are not 0
 *
 * @typedef {object} Text The text of a view; lengths are for the current content size category.
 * @property {string} string the words
 * @property {string | null} style the text style, such as `body`; absent for a fixed font
 * @property {number} size the font size in points
 * @property {number} lineHeight the height of a line
 * @property {number} firstBaseline the distance from the top of the view to the first baseline
 * @property {number} lastBaseline the distance from the top of the view to the last baseline
 * @property {Count} lines the maximum number of lines, 0 for no limit
 *
 * @typedef {object} SnapshotView A view of a snapshot.
 * @property {string} id its name in the scene; the first view is `"screen"`, the screen itself
 * @property {string | null} parent the name of its parent; `screen` has none
 * @property {number} cornerRadius the radius of its corners, in points
 * @property {boolean} clips true if its contents are clipped to its bounds and rounded corners;
 *   absent if not
 * @property {Pair} anchor the origin of its transform, as a share of its size: (0, 0) is the top
 *   left corner, (1, 1) the bottom right one
 * @property {Four | null} frame the layout frame in the parent's coordinates, in points
 * @property {Pair | null} translation the transform's translation as drawn, in points of the parent
 * @property {number | null} rotation in radians, clockwise when positive
 * @property {Pair | null} scale factors
 * @property {number | null} shear only if it is not 0
 * @property {number | null} alpha opacity of the view itself, 0…1, without that of its ancestors
 * @property {string | null} color the fill, sRGB, `"#rrggbb"`; a view without it draws nothing
 * @property {boolean | null} visible false if the view or one of its ancestors is hidden, so it is
 *   not drawn; absent if visible
 * @property {MovingLook | null} look the part of its look that can move; absent if it is as in the
 *   last `looks`
 * @property {Six | null} toScreen from the view's own coordinates to the screen
 * @property {Four | null} box the bounding box of its four corners on the screen
 * @property {Velocity} velocity rates of change, per second: `translation`, `rotation`, and
 *   `frame`, `scale` and `shear` if they are not 0
 * @property {Text | null} text the text that it shows
 *
 * @typedef {object} Snapshot The whole scene.
 * @property {"snapshot"} type
 * @property {Count} seq counts the snapshots, frames and idles of this connection, from 1
 * @property {number} time the moment for which the values were computed, in nanoseconds
 * @property {Count} revision counts the changes of the scene; starts again when the scene is
 *   reloaded
 * @property {Count} epoch as in welcome; changes after a reload or a sleep
 * @property {Screen} screen `width` and `height` in points, `scale` in pixels a point, `background`
 * @property {SnapshotView[]} views all views; parents come first, later siblings are in front
 *
 * @typedef {object} Place A finger in a replay.
 * @property {Count} id
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} Frame The views that changed.
 * @property {"frame"} type
 * @property {Count} seq as in snapshot
 * @property {number} time the moment for which the values were computed, in nanoseconds
 * @property {number} computed the time of the computation, if it is not `time`
 * @property {Count} revision counts the changes of the scene; starts again when the scene is
 *   reloaded
 * @property {ViewState[]} views the views that changed: `id` and the state
 * @property {Place[] | null} touches only in replays: the touches
 *
 * @typedef {object} ChannelMap Adds angle · tanh(value of source / reach).
 * @property {"tilt"} kind `"tilt"`
 * @property {string} source a channel of the same view
 * @property {number} angle in radians
 * @property {number} reach in the unit of the source
 *
 * @typedef {object} Term A motion that ends at 0. It is exactly 0 from `end` on.
 * @property {"spring" | "decay" | "curve" | "keyframes" | "springCurve" | "pieces"} kind its kind
 * @property {number} anchor the moment at which the term's own time is `local`, in nanoseconds
 * @property {number} end when it ends, in nanoseconds; Infinity for never
 * @property {number} local its own time at the anchor, in seconds
 * @property {number} rate its speed
 * @property {boolean} later whether the term is 0 before its own time 0
 * @property {boolean} [reversed] whether it runs backwards
 * @property {boolean} [autoreverses] whether every second run is backwards
 * @property {number} x
 * @property {number} [v] of `spring`, `decay`
 * @property {number} [beta] of `spring`, `springCurve`
 * @property {number} [omega2] of `spring`, `springCurve`
 * @property {number} [lambda] of `decay`
 * @property {number} [delay] of `curve`, `keyframes`, `springCurve`
 * @property {number} [repeat] of `curve`, `keyframes`, `springCurve`: may be Infinity
 * @property {number} [duration] of `curve`, `keyframes`, `springCurve`
 * @property {Four} [points] of `curve`: x1, y1, x2, y2
 * @property {Six[]} [keys] of `keyframes`: time, value, x1, y1, x2, y2
 * @property {number} [velocity] of `springCurve`
 * @property {number} [error] of `pieces`: the largest difference from the motion that they
 *   approximate
 * @property {Three[]} [knots] of `pieces`: time, value, velocity
 *
 * @typedef {object} Channel The motion of one channel of a view from now on.
 * @property {string} view the view
 * @property {string} channel the channel
 * @property {Count} generation counts the changes of this channel
 * @property {number} held the value to which the terms are added
 * @property {number} velocity the velocity per second while a finger moves the channel
 * @property {ChannelMap | null} map the map, if any: `kind` `"tilt"`, `source`, `angle`, `reach`
 * @property {Term[]} terms the terms
 * @property {boolean} known false if it has parts that cannot be evaluated; draw the view from
 *   frames then
 *
 * @typedef {object} Segment The motion of channels from a time on. With `ahead`, it is kept until
 *   its time, unless another one comes.
 * @property {"segment"} type
 * @property {Count} seq as in snapshot
 * @property {number} time the moment from which the motion is valid, in nanoseconds
 * @property {Count} revision counts the changes of the scene; starts again when the scene is
 *   reloaded
 * @property {boolean} ahead true if the time is in the future; absent if not
 * @property {Channel[]} channels the channels, each with its terms
 *
 * @typedef {object} Gesture A step of a gesture.
 * @property {"gesture"} type
 * @property {Count} id the gesture's number, the same in all its steps; numbers start at 1 with
 *   each start of the daemon
 * @property {number} time the time of the touch frame that caused the step, or of the deadline at
 *   which it happened, in nanoseconds
 * @property {string | null} view the view of the gesture
 * @property {string} kind `"tap"`, `"longPress"`, `"pan"`, `"swipe"`, `"pinch"`, `"rotation"`,
 *   `"edgePan"`, `"scroll"` or `"hover"`
 * @property {string | null} name the name that the scene gives it; absent without one
 * @property {string} phase `"recognized"` for a discrete gesture; for the others `"began"`,
 *   `"changed"`, `"ended"` or `"cancelled"`
 * @property {Pair} location where the gesture is, in points on the screen
 * @property {Pair} translation the distance since it began, of a pan since the slop, in points of
 *   the view's parent
 * @property {Pair} velocity in points of the parent per second
 * @property {number | null} scale of a pinch: the factor by which the distance between the fingers
 *   has changed since it began
 * @property {number | null} scaleVelocity its rate per second
 * @property {number | null} rotation of a rotation: the angle since it began, in radians, clockwise
 *   positive
 * @property {number | null} rotationVelocity its rate per second
 * @property {boolean} injected true if the gesture was made with touches that a client injected;
 *   absent if not
 *
 * @typedef {object} LayoutChange A view's frame before and after a layout pass, in its parent's
 *   coordinates.
 * @property {string} id the view
 * @property {Four} from the frame before
 * @property {Four} to the frame after
 *
 * @typedef {object} Layout The layout rectangles that a layout pass changed.
 * @property {"layout"} type
 * @property {number} time the time of the pass, in nanoseconds
 * @property {Count | null} transaction the transaction that it belongs to, if any
 * @property {LayoutChange[]} views the views that moved
 *
 * @typedef {object} Done A transaction has finished or settled.
 * @property {"done"} type
 * @property {Count} id the transaction's number, the same in both messages; numbers start at 1 with
 *   each start of the daemon
 * @property {number} time the time of the end, in nanoseconds; it may be earlier than the time of
 *   the next frame
 * @property {string} moment `"finished"`: the change looks complete; `"settled"`: nothing in it
 *   moves any more
 * @property {boolean} interrupted whether a finger or the removal of a view ended a part of it
 *   early
 *
 * @typedef {object} Idle Nothing moves until new input or a new command.
 * @property {"idle"} type
 * @property {Count} seq as in snapshot
 * @property {number} time the moment from which nothing moves, in nanoseconds
 *
 * @typedef {object} Lagged Events were dropped.
 * @property {"lagged"} type
 * @property {Count} dropped the number of events that were dropped
 *
 * @typedef {object} ErrorMessage The reason for which the daemon closes the connection. The client
 *   throws it.
 * @property {"error"} type
 * @property {string} code the code
 * @property {string} message the reason, for people
 *
 * @typedef {object} Pong The answer to a ping.
 * @property {"pong"} type
 * @property {Count} id as in the ping
 * @property {number} now the time of the answer, in nanoseconds
 *
 * @typedef {object} Device A device was added or removed.
 * @property {"device"} type
 * @property {Count} id the device's number from `"added"` to `"removed"`; a device that is plugged
 *   in again gets a new number
 * @property {string} phase `"added"` or `"removed"`
 * @property {string} name as the device reports it
 * @property {string} kind `"touchscreen"`, `"absolutePointer"`, …
 *
 * @typedef {object} Contact A finger.
 * @property {Count} id the contact's number, the same in all messages about the contact
 * @property {string} phase `"began"`, `"moved"`, `"ended"` or `"cancelled"`
 * @property {number} x in points of the screen
 * @property {number} y in points of the screen
 * @property {boolean} injected true if a client injected the contact; absent if not
 *
 * @typedef {object} Touch The contacts of a touch frame.
 * @property {"touch"} type
 * @property {number} time the time of the touch frame, in nanoseconds
 * @property {Contact[]} contacts the contacts that changed
 *
 * @typedef {object} MemoryReady Shared memory to which the daemon writes the states of views. Only
 *   the clients in C and Python use it.
 * @property {"shm"} type
 * @property {Count} size the size of the memory, in bytes
 *
 * @typedef {object} SceneEvent An event of an action, a release, a view or a state.
 * @property {"event"} type
 * @property {string} kind `"actionBegan"`, `"actionFinished"`, `"actionInterrupted"`, `"landed"`,
 *   `"settled"`, `"tapped"`, `"focused"`, `"feedback"`, `"crossed"` or `"stateChanged"`
 * @property {number} time the exact time, in nanoseconds; it may be earlier than the time of the
 *   next frame
 * @property {string | null} name the name of the action, the gesture or the state; absent without
 *   one
 * @property {string | null} view the view that was released, tapped or focused, or whose number has
 *   crossed a threshold; absent for other events
 * @property {string | null} at the name of the place where a release brings the view to rest, or
 *   the new value of the state; absent for other events, and if the place has no name
 * @property {Pair} velocity of the translation or the scroll offset after the release, in points
 *   per second; a constant has its rate in the component along the axis of its gesture; a crossing
 *   has the rate of the number in the first component; [0, 0] for other events
 * @property {string | null} feedback the feedback that the trigger asks for; only of the kind
 *   `"feedback"`
 * @property {Count | null} noticed of a crossing under a finger: the time of the touch frame at
 *   which it was found, in nanoseconds; absent for other events
 *
 * @typedef {object} Look The look of a view: how its text, its border and its shadow are drawn.
 * @property {string} id the view
 * @property {string} textColor the color of its text, `"#rrggbbaa"`
 * @property {string} borderColor the color of its border
 * @property {number} fillAlpha the opacity of its fill, 0…1
 * @property {number} borderWidth the width of its border in points; 0 for none
 * @property {number} shadowOpacity the opacity of its shadow, 0…1; 0 for none
 * @property {number} shadowRadius the blur radius of its shadow, in points
 * @property {Pair} shadowOffset the offset of its shadow, in points of the view
 * @property {string} shadowColor the color of its shadow
 * @property {Count} fontWeight the weight of its font, 1…1000; 400 is regular and 700 bold; 0 for
 *   that of the text style
 * @property {string} textAlignment where lines begin: `"leading"`, `"center"`, `"trailing"`,
 *   `"left"` or `"right"`
 * @property {string} verticalAlignment where the text is in a taller view: `"top"`, `"center"` or
 *   `"bottom"`
 * @property {string} truncation how a text that has no room is shortened: `"tail"`, `"middle"`,
 *   `"head"` or `"clip"`
 * @property {string | null} image the name of an image; absent without one
 * @property {string | null} data the scene's `data` of the view as a text in JSON; absent without
 *   it
 *
 * @typedef {object} Looks The looks of views, for a client whose hello has `looks` in `parts`.
 * @property {"looks"} type
 * @property {number} time the moment for which the values were computed, in nanoseconds
 * @property {Look[]} views all views that have a look; they replace those of the last message
 *
 * @typedef {object} Measure Asks a client with fonts for the size of a text; a text in binary.
 * @property {"measure"} type
 * @property {Count} request the number of the request, which the answer repeats
 * @property {string} view the view that shows the text
 * @property {string} text the words
 * @property {string | null} style the text style; absent for a fixed font
 * @property {number} size the font size in points
 * @property {Count} lines the maximum number of lines, 0 for no limit
 * @property {number | null} width the width that the text has to fit, in points; absent for any
 *
 * @typedef {Welcome | Snapshot | Frame | Segment | Gesture | Layout | Done | Idle | Lagged |
 *   ErrorMessage | Pong | Device | Touch | MemoryReady | SceneEvent | Looks | Measure | Decision |
 *   Reply | Summary | Reconnected} Message
 */
// end of generated

export {};
