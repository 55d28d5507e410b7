#include "connection.h"

#include <QFile>

Connection::Connection(QObject *parent) : QObject(parent) {
  m_retry.setSingleShot(true);
  connect(&m_retry, &QTimer::timeout, this, &Connection::take);
}

Connection::~Connection() {
  close();
}

int Connection::open(const QString &socket, uint32_t features) {
  close();
  const QByteArray path = QFile::encodeName(socket);
  snapback_options options = {};
  options.path = path.isEmpty() ? nullptr : path.constData();
  options.name = "snapback/qt";
  options.want = features;
  options.reconnect = 1;
  const int code = snapback_connect(&options, &m_daemon);
  if (code == SNAPBACK_OK) watch();
  return code;
}

void Connection::close() {
  unwatch();
  m_retry.stop();
  snapback_close(m_daemon);
  m_daemon = nullptr;
}

bool Connection::send(const QByteArray &json) {
  if (m_daemon == nullptr) return false;
  const int code = snapback_send_text(m_daemon, json.constData(), size_t(json.size()));
  watch();
  return code == SNAPBACK_OK;
}

bool Connection::inject(const QByteArray &touches) {
  if (m_daemon == nullptr) return false;
  const int code = snapback_inject(m_daemon, 0, touches.constData(), -1);
  watch();
  return code == SNAPBACK_OK;
}

void Connection::take() {
  snapback *const daemon = m_daemon;
  snapback_message message;
  // A receiver may close the connection.
  while (daemon != nullptr && daemon == m_daemon && snapback_poll(daemon, &message) > 0) {
    // The library has closed the descriptor; the next one may have the same number.
    if (message.type == SNAPBACK_TYPE_LOST) unwatch();
    emit received(message);
  }
  if (m_daemon != nullptr) watch();
}

void Connection::watch() {
  const int descriptor = snapback_descriptor(m_daemon);
  if (m_reader != nullptr && m_reader->socket() != descriptor) unwatch();
  if (descriptor >= 0 && m_reader == nullptr) {
    watchFor(m_reader, descriptor, QSocketNotifier::Read);
    watchFor(m_writer, descriptor, QSocketNotifier::Write);
  }
  if (m_writer != nullptr) m_writer->setEnabled(snapback_wants_write(m_daemon) != 0);
  const int wait = snapback_timeout(m_daemon);
  if (wait >= 0) m_retry.start(wait);
  else m_retry.stop();
}

void Connection::watchFor(
  QSocketNotifier *&notifier, int descriptor, QSocketNotifier::Type type) {
  notifier = new QSocketNotifier(descriptor, type, this);
  connect(notifier, &QSocketNotifier::activated, this, &Connection::take);
}

void Connection::unwatch() {
  for (QSocketNotifier **notifier : {&m_reader, &m_writer}) {
    if (*notifier == nullptr) continue;
    (*notifier)->setEnabled(false);
    // This may run in a slot of the notifier.
    (*notifier)->deleteLater();
    *notifier = nullptr;
  }
}
