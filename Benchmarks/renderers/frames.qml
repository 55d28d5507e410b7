// The times of Qt Quick's frames while boxes move: qml frames.qml -- snapback|plain WARM_UP SECONDS
//
// After WARM_UP seconds, it logs the intervals of FrameAnimation in milliseconds for SECONDS
// seconds. `snapback` shows the scene of $SNAPBACK_SOCKET; `plain` has the same boxes as items.
import QtQuick

Window {
    id: window
    width: 390
    height: 844
    visible: true
    color: "#1c1c1e"

    readonly property var words: Qt.application.arguments.slice(-3)
    readonly property real warmUp: Number(words[1])
    readonly property real seconds: Number(words[2])
    property var intervals: []

    Loader {
        id: content
        anchors.fill: parent
        source: window.words[0] === "plain" ? "plain.qml" : "scene.qml"
    }

    FrameAnimation {
        running: true
        onTriggered: {
            if (elapsedTime < window.warmUp) return
            window.intervals.push(1000 * frameTime)
            if (elapsedTime < window.warmUp + window.seconds) return
            running = false
            if (!content.item.moving) {
                console.log("nothing moves")
                Qt.exit(1)
            }
            console.log("intervals " + JSON.stringify(window.intervals))
            Qt.quit()
        }
    }
}
