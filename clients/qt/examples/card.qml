import QtQuick
import Snapback

Window {
    width: 390
    height: 844
    visible: true
    title: "Card"
    color: "black"
    SnapbackScene {
        anchors.fill: parent
        SnapbackView {
            view: "card"
            SnapbackBox { }
            Text { anchors.centerIn: parent; text: "Flick me"; color: "white"; font.pixelSize: 34 }
        }
    }
}
