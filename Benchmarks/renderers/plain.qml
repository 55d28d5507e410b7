// The boxes of moving.py as items of Qt Quick, for frames.qml.
import QtQuick

Item {
    readonly property bool moving: true

    Repeater {
        model: 24
        Rectangle {
            id: box
            required property int index
            readonly property real home: 15 + index % 4 * 90
            x: home
            y: 150 + Math.floor(index / 4) * 90
            width: 60
            height: 60
            radius: 12
            color: "#0a84ff"
            SequentialAnimation on x {
                loops: Animation.Infinite
                NumberAnimation {
                    from: box.home
                    to: box.home + 30
                    duration: 800
                    easing.type: Easing.InOutSine
                }
                NumberAnimation {
                    to: box.home
                    duration: 800
                    easing.type: Easing.InOutSine
                }
            }
        }
    }
}
