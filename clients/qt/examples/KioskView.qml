import QtQuick
import Snapback

// A view of the kiosk. The box draws its fill and corners; this file adds the font, the color of
// the text, and the shadow.
SnapbackBox {
    id: body
    readonly property string name: view ? view.view : ""

    // How far the shadow is below the view, how far it reaches, its corners and its opacity.
    readonly property var shadow: ({
        sheet: { drop: 0, reach: 24, radius: 24, alpha: 0.16 },
        photo: { drop: 8, reach: 32, radius: 8, alpha: 0.4 },
        knob: { drop: 2, reach: 8, radius: 31, alpha: 0.24 }
    })[name] ?? (/^(card[1-6]|frame|hours)$/.test(name)
        ? { drop: 2, reach: 8, radius: 20, alpha: 0.12 } : null)

    // A shadow is a pile of outlines. Near the view, more of them cover each other.
    function outlines() {
        const result = [];
        if (!shadow) return result;
        for (let step = 0; step < 16; step += 1) {
            result.push(Object.assign({ margin: shadow.reach * (0.7 - 0.07 * step) }, shadow));
        }
        return result;
    }

    // Black or white, whichever has more contrast with the fill behind the text.
    function ink() {
        const part = (share) => share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        let ground = view;
        while (ground && ground.fill.a === 0) ground = ground.parent as SnapbackView;
        if (!ground) return "white";
        const { r, g, b } = ground.fill;
        return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) > 0.179 ? "black" : "white";
    }

    // The text of the box itself has the font of the application.
    textColor: "transparent"

    Repeater {
        model: body.outlines()
        Rectangle {
            required property var modelData
            z: -1
            x: -modelData.margin
            y: modelData.drop - modelData.margin
            width: parent.width + 2 * modelData.margin
            height: parent.height + 2 * modelData.margin
            radius: Math.max(0, modelData.radius + modelData.margin)
            color: "black"
            opacity: 1 - (1 - modelData.alpha) ** (1 / 16)
            antialiasing: true
        }
    }

    Text {
        anchors.fill: parent
        visible: text !== ""
        text: body.text
        color: body.ink()
        font.family: "DejaVu Sans Condensed"
        font.pixelSize: body.view && body.view.textSize > 0 ? body.view.textSize : 17
        fontSizeMode: Text.HorizontalFit
        verticalAlignment: Text.AlignVCenter
        textFormat: Text.PlainText
    }
}
