#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include "snapback.h"

/// A connection to the daemon that the event loop drives, without a thread.
///
/// After a loss it connects again after 0.1, 0.2, 0.4 … 5 s, also before the first welcome.
class Connection : public QObject {
  Q_OBJECT

public:
  explicit Connection(QObject *parent);
  ~Connection() override;

  /// Connects to a socket, or to the usual ones if `socket` is empty, and asks for `features`, such
  /// as SNAPBACK_SEGMENTS. Messages arrive later, from the event loop. Returns SNAPBACK_OK or the
  /// code of an error after which no attempt follows.
  int open(const QString &socket, uint32_t features);
  void close();

  /// The client with the scene, or null before `open`.
  snapback *daemon() const { return m_daemon; }

  /// Sends a message of docs/protocol.md. Returns whether it was accepted for sending.
  bool send(const QByteArray &json);
  /// Injects the touches of one moment, an array of docs/control.md.
  bool inject(const QByteArray &touches);

signals:
  /// The message is valid until the receiver returns, or closes the connection.
  void received(const snapback_message &message);

private:
  void take();
  void watch();
  void unwatch();
  void watchFor(QSocketNotifier *&notifier, int descriptor, QSocketNotifier::Type type);

  snapback *m_daemon = nullptr;
  QSocketNotifier *m_reader = nullptr;
  QSocketNotifier *m_writer = nullptr;
  QTimer m_retry;
};
