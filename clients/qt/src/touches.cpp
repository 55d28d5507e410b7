#include "touches.h"

#include <QtMath>

namespace {

/// The daemon refuses coordinates above 10⁶.
constexpr double farthest = 1e6;

QByteArray name(Touches::Phase phase) {
  switch (phase) {
  case Touches::Phase::Began: return "began";
  case Touches::Phase::Moved: return "moved";
  case Touches::Phase::Ended: return "ended";
  case Touches::Phase::Cancelled: break;
  }
  return "cancelled";
}

}  // namespace

void Touches::add(qint64 finger, Phase phase, QPointF point) {
  point = {qBound(-farthest, point.x(), farthest), qBound(-farthest, point.y(), farthest)};
  int at = place(finger);
  if (phase == Phase::Began) {
    // A finger that begins again has ended without notice.
    if (at >= 0) add(finger, Phase::Cancelled, point);
    if (m_contacts.size() == limit) return;
    at = int(m_contacts.size());
    m_contacts.append({finger, freeId(), point});
  }
  if (at < 0) return;
  Contact &contact = m_contacts[at];
  if (phase == Phase::Moved && contact.point == point) return;
  contact.point = point;
  write(contact, phase);
  if (phase == Phase::Ended || phase == Phase::Cancelled) m_contacts.removeAt(at);
}

void Touches::cancel() {
  for (const Contact &contact : m_contacts) write(contact, Phase::Cancelled);
  m_contacts.clear();
}

void Touches::forget() {
  m_contacts.clear();
  m_changes.clear();
}

QByteArray Touches::take() {
  if (m_changes.isEmpty()) return {};
  const QByteArray result = '[' + m_changes + ']';
  m_changes.clear();
  return result;
}

int Touches::place(qint64 finger) const {
  for (int at = 0; at < m_contacts.size(); at++) {
    if (m_contacts[at].finger == finger) return at;
  }
  return -1;
}

int Touches::freeId() const {
  for (int id = 1;; id++) {
    bool isUsed = false;
    for (const Contact &contact : m_contacts) isUsed = isUsed || contact.id == id;
    if (!isUsed) return id;
  }
}

void Touches::write(const Contact &contact, Phase phase) {
  if (!m_changes.isEmpty()) m_changes += ',';
  m_changes += "{\"id\":" + QByteArray::number(contact.id) + ",\"phase\":\"" + name(phase)
    + "\",\"x\":" + QByteArray::number(contact.point.x(), 'f', 3)
    + ",\"y\":" + QByteArray::number(contact.point.y(), 'f', 3) + '}';
}
