#pragma once

#include <QByteArray>
#include <QList>
#include <QPointF>

/// The fingers and the mouse on a scene, as contacts of the daemon.
class Touches {
public:
  enum class Phase { Began, Moved, Ended, Cancelled };

  /// The daemon refuses more contacts of a client; further fingers are ignored.
  static constexpr int limit = 10;

  /// Notes a change of a finger. The point is in points of the scene's screen. Changes of a finger
  /// that has not begun are ignored.
  void add(qint64 finger, Phase phase, QPointF point);
  /// Cancels all contacts.
  void cancel();
  /// Forgets all contacts, which the daemon cancels when a connection ends.
  void forget();
  /// Returns the changes since the last call as the JSON array of `inject`; empty without changes.
  QByteArray take();

private:
  struct Contact {
    qint64 finger;
    int id;
    QPointF point;
  };

  int place(qint64 finger) const;
  int freeId() const;
  void write(const Contact &contact, Phase phase);

  QList<Contact> m_contacts;
  QByteArray m_changes;
};
