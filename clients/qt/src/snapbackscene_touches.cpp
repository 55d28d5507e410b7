/// The mouse and fingers on a scene.

#include "snapbackscene.h"

namespace {

/// The mouse among fingers, whose ids are not negative.
constexpr qint64 mouse = -1;
/// The bit of snapback_welcome.roles.
constexpr uint32_t mayInject = 8;

Touches::Phase phase(QEventPoint::State state) {
  switch (state) {
  case QEventPoint::Pressed: return Touches::Phase::Began;
  case QEventPoint::Released: return Touches::Phase::Ended;
  default: return Touches::Phase::Moved;
  }
}

}  // namespace

void SnapbackScene::setTakesTouches(bool takesTouches) {
  if (takesTouches == m_takesTouches) return;
  m_takesTouches = takesTouches;
  if (!takesTouches) {
    m_touches.cancel();
    sendTouches();
  }
  emit touchesChanged();
}

bool SnapbackScene::mayTouch() const {
  return m_takesTouches && m_status == Open && (m_roles & mayInject) != 0;
}

void SnapbackScene::touch(qint64 finger, Touches::Phase phase, QPointF position) {
  m_touches.add(finger, phase, m_screen->point(position));
}

void SnapbackScene::sendTouches() {
  const QByteArray changes = m_touches.take();
  // Later touches make up for one that cannot be sent, and the daemon cancels the contacts of a
  // connection that is lost.
  if (!changes.isEmpty()) m_connection.inject(changes);
}

void SnapbackScene::mousePressEvent(QMouseEvent *event) {
  if (!mayTouch()) {
    event->ignore();
    return;
  }
  setKeepMouseGrab(true);
  touch(mouse, Touches::Phase::Began, event->position());
  sendTouches();
}

void SnapbackScene::mouseMoveEvent(QMouseEvent *event) {
  touch(mouse, Touches::Phase::Moved, event->position());
  sendTouches();
}

void SnapbackScene::mouseReleaseEvent(QMouseEvent *event) {
  touch(mouse, Touches::Phase::Ended, event->position());
  sendTouches();
  setKeepMouseGrab(false);
}

/// Follows the press of a second click, which is a touch like any other. Accepting it keeps the
/// mouse until the release.
void SnapbackScene::mouseDoubleClickEvent(QMouseEvent *event) {
  if (!mayTouch()) event->ignore();
}

/// The mouse belongs to another item now. After a release, there is no contact to cancel.
void SnapbackScene::mouseUngrabEvent() {
  touch(mouse, Touches::Phase::Cancelled, {});
  sendTouches();
}

void SnapbackScene::touchEvent(QTouchEvent *event) {
  if (event->type() == QEvent::TouchCancel) {
    touchUngrabEvent();
    return;
  }
  if (!mayTouch()) {
    event->ignore();
    return;
  }
  setKeepTouchGrab(true);
  for (const QEventPoint &point : event->points()) {
    if (point.state() == QEventPoint::Stationary) continue;
    touch(point.id(), phase(point.state()), point.position());
  }
  sendTouches();
}

void SnapbackScene::touchUngrabEvent() {
  m_touches.cancel();
  sendTouches();
}
