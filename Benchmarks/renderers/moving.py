"""The scene of scripts/bench renderers: boxes that go to the right and back, for ever.

The plain animations of the toolkits have the same boxes: those of `boxes.h`, `plain.qml` and
`site/frames.js`.
"""

COLUMNS, ROWS = 4, 6
SIDE, STEP = 60, 90
WAY = 30
# Seconds of one way.
DURATION = 0.8


def scene():
    views, there = [], []
    for place in range(COLUMNS * ROWS):
        x, y = 15 + place % COLUMNS * STEP, 150 + place // COLUMNS * STEP
        name = f"box{place}"
        views.append({
            "id": name, "color": "#0a84ff", "cornerRadius": 12,
            "autoresizing": {"frame": [x, y, SIDE, SIDE], "parent": [390, 844]}})
        there.append({"view": name, "translation": [WAY, 0]})
    return {
        "snapback": 1, "screen": {"width": 390, "height": 844, "background": "#1c1c1e"},
        "views": views,
        "actions": [{
            "name": "go", "on": "appear", "changes": there,
            "animate": {
                "curve": "easeInOut", "duration": DURATION, "repeat": "forever",
                "autoreverse": True}}],
    }
