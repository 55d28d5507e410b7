// A window that the tests drive: driver FILE.qml [IMPORT-PATH]
//
// The file has a Window with a SnapbackScene. Each line of standard input is a command, which is
// answered by one line of JSON:
//   scene KEY              the property of the SnapbackScene
//   set KEY VALUE          sets a property of the SnapbackScene; VALUE is JSON
//   item NAME KEY          the property of the item with this objectName
//   draw TIME FILE         draws a moment in nanoseconds, or "now", and writes the picture
//   resize WIDTH HEIGHT    resizes the window
//   api                    the number of the QSGRendererInterface::GraphicsApi that draws
//   pictures               the number of pictures that the window has drawn
//   mouse press|move|release|double X Y
//   finger press|move|release ID X Y
//   call FUNCTION VALUE    calls a function of the window with a value
// It ends with its standard input.

#include <QGuiApplication>
#include <QHash>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonValue>
#include <QPointingDevice>
#include <QQmlApplicationEngine>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSocketNotifier>
#include <QtTest>
#include <cstdio>
#include <unistd.h>

namespace {

QQuickItem *findScene(QQuickItem *item) {
  if (item->inherits("SnapbackScene")) return item;
  for (QQuickItem *child : item->childItems()) {
    if (QQuickItem *found = findScene(child)) return found;
  }
  return nullptr;
}

class Driver : public QObject {
public:
  explicit Driver(QQuickWindow *window)
    : m_window(window), m_scene(findScene(window->contentItem())),
      m_device(QTest::createTouchDevice()) {
    connect(window, &QQuickWindow::frameSwapped, this, [this] { m_pictures++; });
    connect(&m_input, &QSocketNotifier::activated, this, &Driver::read);
  }

  bool hasScene() const { return m_scene != nullptr; }

private:
  void read() {
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) {
      m_input.setEnabled(false);
      QCoreApplication::quit();
      return;
    }
    m_line.append(bytes, count);
    for (qsizetype end; (end = m_line.indexOf('\n')) >= 0;) {
      const QStringList words = QString::fromUtf8(m_line.first(end)).split(' ');
      m_line.remove(0, end + 1);
      const QByteArray text =
        QJsonDocument(QJsonArray{answer(words)}).toJson(QJsonDocument::Compact);
      std::printf("%s\n", text.constData());
      std::fflush(stdout);
    }
  }

  QJsonValue answer(const QStringList &words) {
    const QString command = words[0];
    const auto number = [&words](int at) { return words.value(at).toDouble(); };
    if (command == "scene") return value(m_scene, words.value(1));
    if (command == "set") {
      const QByteArray json = '[' + words.mid(2).join(' ').toUtf8() + ']';
      const QVariant value = QJsonDocument::fromJson(json).array().at(0).toVariant();
      return m_scene->setProperty(words.value(1).toUtf8().constData(), value);
    }
    if (command == "item") {
      QObject *item = m_window->findChild<QObject *>(words.value(1));
      return item != nullptr ? value(item, words.value(2)) : QJsonValue();
    }
    if (command == "draw") {
      return draw(words.value(1) == "now" ? qQNaN() : number(1), words.value(2));
    }
    if (command == "resize") m_window->resize(int(number(1)), int(number(2)));
    if (command == "api") return int(m_window->rendererInterface()->graphicsApi());
    if (command == "pictures") return m_pictures;
    if (command == "mouse") mouse(words.value(1), QPoint(int(number(2)), int(number(3))));
    if (command == "finger") {
      finger(words.value(1), int(number(2)), QPoint(int(number(3)), int(number(4))));
    }
    if (command == "call") {
      return QMetaObject::invokeMethod(
        m_window, words.value(1).toUtf8().constData(), Q_ARG(QVariant, words.value(2)));
    }
    return true;
  }

  static QJsonValue value(const QObject *object, const QString &key) {
    const QVariant value = object->property(key.toUtf8().constData());
    if (value.typeId() == QMetaType::QColor) return value.toString();
    const bool isEnumeration = value.metaType().flags() & QMetaType::IsEnumeration;
    return isEnumeration ? value.toInt() : QJsonValue::fromVariant(value);
  }

  bool draw(double time, const QString &path) {
    m_scene->setProperty("presentationTime", time);
    m_scene->ensurePolished();
    return m_window->grabWindow().save(path);
  }

  void mouse(const QString &phase, QPoint place) {
    if (phase == "press") QTest::mousePress(m_window, Qt::LeftButton, {}, place);
    else if (phase == "release") QTest::mouseRelease(m_window, Qt::LeftButton, {}, place);
    else if (phase == "double") QTest::mouseDClick(m_window, Qt::LeftButton, {}, place);
    else QTest::mouseMove(m_window, place);
  }

  void finger(const QString &phase, int id, QPoint place) {
    QTest::QTouchEventSequence sequence = QTest::touchEvent(m_window, m_device);
    for (auto other = m_fingers.cbegin(); other != m_fingers.cend(); other++) {
      if (other.key() != id) sequence.stationary(other.key());
    }
    if (phase == "press") sequence.press(id, place, m_window);
    else if (phase == "release") sequence.release(id, place, m_window);
    else sequence.move(id, place, m_window);
    sequence.commit();
    if (phase == "release") m_fingers.remove(id);
    else m_fingers[id] = place;
  }

  QQuickWindow *m_window;
  QQuickItem *m_scene;
  QPointingDevice *m_device;
  QSocketNotifier m_input{STDIN_FILENO, QSocketNotifier::Read};
  QByteArray m_line;
  QHash<int, QPoint> m_fingers;
  int m_pictures = 0;
};

}  // namespace

int main(int count, char **arguments) {
  QGuiApplication application(count, arguments);
  const QStringList words = application.arguments();
  if (words.size() < 2) {
    std::fprintf(stderr, "usage: driver FILE.qml [IMPORT-PATH]\n");
    return 64;
  }
  QQmlApplicationEngine engine;
  if (words.size() > 2) engine.addImportPath(words[2]);
  engine.load(words[1]);
  auto *window = qobject_cast<QQuickWindow *>(engine.rootObjects().value(0));
  if (window == nullptr) {
    std::fprintf(stderr, "driver: %s has no Window\n", qPrintable(words[1]));
    return 65;
  }
  Driver driver(window);
  if (!driver.hasScene()) {
    std::fprintf(stderr, "driver: %s has no SnapbackScene\n", qPrintable(words[1]));
    return 65;
  }
  return application.exec();
}
