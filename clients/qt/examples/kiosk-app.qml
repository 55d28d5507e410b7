import QtQuick
import Snapback

// The kiosk of configs/scenes/kiosk-app.json5. SnapbackBox draws each of its views.
Window {
    width: 390
    height: 844
    visible: true
    title: "Harbor Museum"
    color: "black"
    SnapbackScene {
        anchors.fill: parent
        delegate: SnapbackBox { font.family: "DejaVu Sans Condensed" }
    }
}
