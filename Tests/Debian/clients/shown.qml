// Prints the size of the item of the card in thirds of a point, as soon as the daemon shows it.
import QtQuick
import Snapback

Window {
    width: 390
    height: 844
    visible: true
    SnapbackScene {
        anchors.fill: parent
        SnapbackView { id: card; view: "card" }
    }
    Timer {
        interval: 20
        repeat: true
        running: true
        onTriggered: {
            if (!card.shown) return
            console.log(Math.round(card.width * 3), Math.round(card.height * 3))
            Qt.quit()
        }
    }
}
