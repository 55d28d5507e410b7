#include "snapbackscene.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QQmlContext>
#include <QQmlFile>
#include <QQmlInfo>
#include <QScreen>

#include "snapbackview.h"

namespace {

/// The bit of snapback_welcome.roles.
constexpr uint32_t mayView = 1;

/// The kinds of events by their numbers, docs/protocol.md.
constexpr const char *eventKinds[] = {
  // generated: event kinds
  "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
  "feedback", "crossed", "stateChanged",
  // end of generated
};

QVariantMap eventOf(const snapback_message &message) {
  const auto &event = message.as.event;
  QVariantMap result;
  const size_t kind = event.kind;
  if (kind < std::size(eventKinds)) result[QStringLiteral("kind")] = eventKinds[kind];
  result[QStringLiteral("time")] = double(message.time);
  const auto note = [&result](const char *key, const char *text) {
    if (text != nullptr && *text != 0) result[QString::fromUtf8(key)] = QString::fromUtf8(text);
  };
  note("name", event.name);
  note("view", event.view);
  note("at", event.at);
  note("feedback", event.feedback);
  result[QStringLiteral("velocity")] = QVariantList{event.velocity[0], event.velocity[1]};
  return result;
}

}  // namespace

SnapbackScene::SnapbackScene(QQuickItem *parent)
  : QQuickItem(parent), m_screen(new ScreenItem(this)), m_stage(m_screen) {
  setAcceptedMouseButtons(Qt::LeftButton);
  setAcceptTouchEvents(true);
  connect(&m_connection, &Connection::received, this, &SnapbackScene::take);
}

SnapbackScene::~SnapbackScene() {
  m_stage.clear();
  for (SnapbackView *item : m_stage.items()) item->leave();
}

void SnapbackScene::componentComplete() {
  QQuickItem::componentComplete();
  open();
}

// The connection

void SnapbackScene::open() {
  m_touches.forget();
  uint32_t features = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE | SNAPBACK_EVENTS;
  if (m_wantsFrames) features |= SNAPBACK_FRAMES;
  setStatus(Connecting, {});
  const int code = m_connection.open(m_socket, features);
  if (code == SNAPBACK_OK) return;
  const QString error = QStringLiteral("the connection cannot be made (code %1)").arg(code);
  qmlWarning(this) << error;
  setStatus(Lost, error);
}

void SnapbackScene::take(const snapback_message &message) {
  switch (message.type) {
  case SNAPBACK_TYPE_WELCOME: welcome(message); break;
  case SNAPBACK_TYPE_SNAPSHOT:
    m_latest = message.time;
    m_awaitsSegment = m_hasSegments;
    followScreen();
    relink();
    setStatus(Open, {});
    break;
  case SNAPBACK_TYPE_SEGMENT:
    m_awaitsSegment = false;
    polish();
    break;
  case SNAPBACK_TYPE_FRAME:
    m_latest = message.time;
    polish();
    break;
  case SNAPBACK_TYPE_LOOKS: polish(); break;
  case SNAPBACK_TYPE_EVENT: emit happened(eventOf(message)); break;
  case SNAPBACK_TYPE_TEXT: {
    const QByteArray json(message.as.text.json, qsizetype(message.as.text.size));
    const QJsonObject body = QJsonDocument::fromJson(json).object();
    const QJsonValue reply = body[QLatin1String("reply")];
    if (reply.isObject()) emit replied(reply.toObject().toVariantMap());
    break;
  }
  case SNAPBACK_TYPE_ERROR: setStatus(m_status, QString::fromUtf8(message.as.error.message)); break;
  case SNAPBACK_TYPE_LOST: {
    m_touches.forget();
    m_roles = 0;
    // A reason that the daemon gave before is better than the one of the library.
    const bool hasReason = m_status != Lost && !m_error.isEmpty();
    setStatus(Lost, hasReason ? m_error : QString::fromUtf8(message.as.lost.reason));
    setIsMoving(false);
    break;
  }
  default: break;
  }
}

void SnapbackScene::welcome(const snapback_message &message) {
  const snapback_welcome &welcome = message.as.welcome;
  m_roles = welcome.roles;
  m_isReplay = welcome.clock != 0;
  m_hasSegments = (welcome.features & SNAPBACK_SEGMENTS) != 0;
  m_touches.forget();
  if ((m_roles & mayView) == 0) {
    setStatus(m_status, QStringLiteral(
      "the daemon does not give this user the role \"view\"; see access in its configuration"));
  } else if (m_isReplay || !m_hasSegments) {
    // The times of motion are not those of this machine, or there is no motion in closed form.
    askForFrames();
  }
}

/// Connects again with frames, for motion that cannot be evaluated.
void SnapbackScene::askForFrames() {
  if (m_wantsFrames) return;
  m_wantsFrames = true;
  // The connection may be in use, and must not be closed before the caller returns.
  QMetaObject::invokeMethod(this, &SnapbackScene::open, Qt::QueuedConnection);
}

void SnapbackScene::setStatus(Status status, const QString &error) {
  if (status == m_status && error == m_error) return;
  m_status = status;
  m_error = error;
  emit statusChanged();
}

bool SnapbackScene::run(const QString &action) {
  return send({{QStringLiteral("run"), QVariantMap{{QStringLiteral("action"), action}}}});
}

bool SnapbackScene::send(const QVariantMap &message) {
  const QJsonDocument document(QJsonObject::fromVariantMap(message));
  return m_status == Open && m_connection.send(document.toJson(QJsonDocument::Compact));
}

// The items

void SnapbackScene::add(SnapbackView *item) {
  m_stage.add(item);
  relink();
}

void SnapbackScene::remove(SnapbackView *item) {
  m_stage.remove(item);
  relink();
}

void SnapbackScene::relink() {
  m_needsLink = true;
  polish();
}

void SnapbackScene::setDelegate(QQmlComponent *delegate) {
  if (delegate == m_delegate) return;
  m_stage.clear();
  m_delegate = delegate;
  emit delegateChanged();
  relink();
}

// The screen

/// Follows the size and the background of the screen, which a snapshot may change.
void SnapbackScene::followScreen() {
  const snapback_screen &screen = *snapback_screen_of(m_connection.daemon());
  setImplicitSize(screen.width, screen.height);
  m_background = QColor::fromRgba(screen.background);
  m_screen->paint(m_paintsBackground ? m_background : Qt::transparent);
  place();
  emit screenChanged();
}

void SnapbackScene::place() {
  if (m_connection.daemon() == nullptr) return;
  const snapback_screen &screen = *snapback_screen_of(m_connection.daemon());
  // There is none before the first snapshot; after a loss, the last one stays.
  if (!(screen.width > 0) || !(screen.height > 0)) return;
  const double ratio = window() != nullptr ? window()->effectiveDevicePixelRatio() : 1;
  m_screen->fit(QSizeF(screen.width, screen.height), size(), m_fit == Contain, ratio);
}

void SnapbackScene::geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) {
  QQuickItem::geometryChange(newGeometry, oldGeometry);
  place();
}

void SnapbackScene::itemChange(ItemChange change, const ItemChangeData &data) {
  QQuickItem::itemChange(change, data);
  if (change == ItemSceneChange) follow(data.window);
  if (change == ItemSceneChange || change == ItemDevicePixelRatioHasChanged) place();
}

// Pictures

/// Continues with the pictures of a window.
void SnapbackScene::follow(QQuickWindow *window) {
  disconnect(m_afterAnimating);
  if (window == nullptr) return;
  // The signal comes after the polishing of each picture; polishing then is for the next one.
  m_afterAnimating = connect(window, &QQuickWindow::afterAnimating, this, [this] {
    if (m_isMoving) polish();
  });
  polish();
}

void SnapbackScene::updatePolish() {
  draw();
}

void SnapbackScene::draw() {
  snapback *daemon = m_connection.daemon();
  if (daemon == nullptr || m_awaitsSegment || snapback_view_count(daemon) == 0) return;
  if (m_needsLink) {
    m_needsLink = false;
    m_stage.link(daemon, m_delegate, this);
  }
  const uint64_t time = moment();
  if (!m_stage.draw(daemon, time)) askForFrames();
  const bool isLive = qIsNaN(m_presentationTime) && !m_isReplay;
  setIsMoving(isLive && m_status == Open && time < snapback_motion_end(daemon));
}

/// The time that is drawn, in nanoseconds of the daemon's clock.
uint64_t SnapbackScene::moment() const {
  // 285 years, which a number of 64 bits can hold.
  constexpr double latest = 9e18;
  if (!qIsNaN(m_presentationTime)) return uint64_t(qBound(0.0, m_presentationTime, latest));
  if (m_isReplay) return m_latest;
  double lead = m_lead;
  if (lead < 0) {
    const QScreen *screen = window() != nullptr ? window()->screen() : nullptr;
    lead = screen != nullptr && screen->refreshRate() > 0 ? 1000 / screen->refreshRate() : 0;
  }
  return snapback_now() + uint64_t(qBound(0.0, lead, 1000.0) * 1e6);
}

void SnapbackScene::setIsMoving(bool isMoving) {
  if (isMoving == m_isMoving) return;
  m_isMoving = isMoving;
  emit movingChanged();
}

// Images

void SnapbackScene::setImages(const QVariantMap &images) {
  if (images == m_images) return;
  m_images = images;
  m_loaded.clear();
  emit imagesChanged();
}

QImage SnapbackScene::image(const QString &name) {
  const auto known = m_images.constFind(name);
  if (known == m_images.constEnd()) return {};
  const auto loaded = m_loaded.constFind(name);
  if (loaded != m_loaded.constEnd()) return *loaded;
  const QUrl url = known->toUrl();
  const QQmlContext *context = qmlContext(this);
  const QString path =
    QQmlFile::urlToLocalFileOrQrc(context != nullptr ? context->resolvedUrl(url) : url);
  const QImage image(path);
  if (image.isNull()) {
    qmlWarning(this) << QStringLiteral(
      "the image \"%1\" cannot be read from \"%2\"; images are files or resources")
      .arg(name, known->toString());
  }
  m_loaded.insert(name, image);
  return image;
}

// Properties

void SnapbackScene::setSocket(const QString &socket) {
  if (socket == m_socket) return;
  m_socket = socket;
  m_wantsFrames = false;
  emit socketChanged();
  if (isComponentComplete()) open();
}

void SnapbackScene::setFit(Fit fit) {
  if (fit == m_fit) return;
  m_fit = fit;
  place();
  emit fitChanged();
}

void SnapbackScene::setPaintsBackground(bool paintsBackground) {
  if (paintsBackground == m_paintsBackground) return;
  m_paintsBackground = paintsBackground;
  m_screen->paint(paintsBackground ? m_background : Qt::transparent);
  emit paintsBackgroundChanged();
}

void SnapbackScene::setLead(double lead) {
  if (lead == m_lead) return;
  m_lead = lead;
  emit leadChanged();
}

void SnapbackScene::setPresentationTime(double time) {
  if (time == m_presentationTime || (qIsNaN(time) && qIsNaN(m_presentationTime))) return;
  m_presentationTime = time;
  emit presentationTimeChanged();
  polish();
}
