#pragma once

#include <QColor>
#include <QHash>
#include <QImage>
#include <QPointer>
#include <QQmlComponent>
#include <QQuickItem>
#include <QQuickWindow>
#include <QVariantMap>
#include <QtNumeric>
#include <QtQml/qqmlregistration.h>

#include "connection.h"
#include "screenitem.h"
#include "stage.h"
#include "touches.h"

/// An item that shows the scene of a daemon, by the SnapbackView items in it.
class SnapbackScene : public QQuickItem {
  Q_OBJECT
  QML_ELEMENT
  /// The path of the daemon's socket; if it is empty, $SNAPBACK_SOCKET or the usual paths.
  Q_PROPERTY(QString socket READ socket WRITE setSocket NOTIFY socketChanged FINAL)
  Q_PROPERTY(Status status READ status NOTIFY statusChanged FINAL)
  /// Why the connection was lost, or why it shows nothing; empty if all is well.
  Q_PROPERTY(QString errorString READ errorString NOTIFY statusChanged FINAL)
  Q_PROPERTY(Fit fit READ fit WRITE setFit NOTIFY fitChanged FINAL)
  /// Whether the mouse and fingers on the item touch the scene, if the daemon allows this user to
  /// inject touches.
  Q_PROPERTY(bool touches READ takesTouches WRITE setTakesTouches NOTIFY touchesChanged FINAL)
  /// The color behind all views, by the scene.
  Q_PROPERTY(QColor background READ background NOTIFY screenChanged FINAL)
  /// Whether the item paints the background.
  Q_PROPERTY(
    bool paintsBackground READ paintsBackground WRITE setPaintsBackground
    NOTIFY paintsBackgroundChanged FINAL)
  /// Draws the views for which there is no SnapbackView: it is created in a SnapbackView for each.
  /// Null by default: they are not drawn.
  Q_PROPERTY(
    QQmlComponent *delegate READ delegate WRITE setDelegate NOTIFY delegateChanged FINAL)
  /// The images that looks name: paths or URLs of files and resources by their names. Relative ones
  /// are relative to the file of the scene's item.
  Q_PROPERTY(QVariantMap images READ images WRITE setImages NOTIFY imagesChanged FINAL)
  /// The time in milliseconds from the preparation of a picture until it is shown; one refresh of
  /// the screen if it is negative, as it is by default.
  Q_PROPERTY(double lead READ lead WRITE setLead NOTIFY leadChanged FINAL)
  /// The moment that is drawn instead of the present, in nanoseconds of the daemon's clock, for
  /// tests and films. NaN, the default, is the present.
  Q_PROPERTY(
    double presentationTime READ presentationTime WRITE setPresentationTime
    RESET resetPresentationTime NOTIFY presentationTimeChanged FINAL)
  /// Whether the next picture will differ, so that the item asks for one.
  Q_PROPERTY(bool moving READ isMoving NOTIFY movingChanged FINAL)

public:
  enum Status { Connecting, Open, Lost };
  Q_ENUM(Status)
  /// `Contain` scales the screen to the item and centers it; with `Natural`, a point is a unit of
  /// the item.
  enum Fit { Contain, Natural };
  Q_ENUM(Fit)

  explicit SnapbackScene(QQuickItem *parent = nullptr);
  ~SnapbackScene() override;

  QString socket() const { return m_socket; }
  void setSocket(const QString &socket);
  Status status() const { return m_status; }
  QString errorString() const { return m_error; }
  Fit fit() const { return m_fit; }
  void setFit(Fit fit);
  bool takesTouches() const { return m_takesTouches; }
  void setTakesTouches(bool takesTouches);
  QColor background() const { return m_background; }
  bool paintsBackground() const { return m_paintsBackground; }
  void setPaintsBackground(bool paintsBackground);
  QQmlComponent *delegate() const { return m_delegate; }
  void setDelegate(QQmlComponent *delegate);
  QVariantMap images() const { return m_images; }
  void setImages(const QVariantMap &images);
  /// The image with a name, which is read once; null if there is none.
  QImage image(const QString &name);
  double lead() const { return m_lead; }
  void setLead(double lead);
  double presentationTime() const { return m_presentationTime; }
  void setPresentationTime(double time);
  void resetPresentationTime() { setPresentationTime(qQNaN()); }
  bool isMoving() const { return m_isMoving; }

  /// Adds and removes items that show views.
  void add(SnapbackView *item);
  void remove(SnapbackView *item);
  /// Binds the items to views again, before the next picture.
  void relink();

  /// Runs the next step of an action of the scene. Returns false without a connection.
  Q_INVOKABLE bool run(const QString &action);
  /// Sends a message of docs/protocol.md, such as `{ change: { … } }`. Returns false without a
  /// connection.
  Q_INVOKABLE bool send(const QVariantMap &message);
  /// The point of the scene's screen at a position in the item.
  Q_INVOKABLE QPointF toPoint(QPointF position) const { return m_screen->point(position); }

signals:
  void socketChanged();
  void statusChanged();
  void fitChanged();
  void touchesChanged();
  void screenChanged();
  void paintsBackgroundChanged();
  void delegateChanged();
  void imagesChanged();
  void leadChanged();
  void presentationTimeChanged();
  void movingChanged();
  /// An event of the scene, with the keys of docs/protocol.md: `kind`, `name`, `view`, `at` …
  void happened(const QVariantMap &event);
  /// The answer to a message that had an `id`.
  void replied(const QVariantMap &reply);

protected:
  void componentComplete() override;
  void itemChange(ItemChange change, const ItemChangeData &data) override;
  void geometryChange(const QRectF &newGeometry, const QRectF &oldGeometry) override;
  void updatePolish() override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  void mouseUngrabEvent() override;
  void touchEvent(QTouchEvent *event) override;
  void touchUngrabEvent() override;

private:
  void open();
  void take(const snapback_message &message);
  void welcome(const snapback_message &message);
  void followScreen();
  void place();
  void setStatus(Status status, const QString &error);

  void draw();
  uint64_t moment() const;
  void askForFrames();
  void setIsMoving(bool isMoving);
  void follow(QQuickWindow *window);

  bool mayTouch() const;
  void touch(qint64 finger, Touches::Phase phase, QPointF position);
  void sendTouches();

  Connection m_connection{this};
  ScreenItem *m_screen;
  Stage m_stage;
  Touches m_touches;
  QMetaObject::Connection m_afterAnimating;
  QPointer<QQmlComponent> m_delegate;

  QVariantMap m_images;
  QHash<QString, QImage> m_loaded;
  QString m_socket, m_error;
  QColor m_background = Qt::transparent;
  double m_lead = -1, m_presentationTime = qQNaN();
  uint64_t m_latest = 0;  // the time of the last snapshot or frame
  uint32_t m_roles = 0;
  Status m_status = Connecting;
  Fit m_fit = Contain;
  bool m_takesTouches = true, m_paintsBackground = true, m_isMoving = false;
  // Whether the snapshot's first segment is still to come; whether items have to be bound again.
  bool m_awaitsSegment = false, m_needsLink = false;
  // Whether the daemon sends segments, whether it is asked for frames as well, and whether its
  // clock is that of a replay.
  bool m_hasSegments = false, m_wantsFrames = false, m_isReplay = false;
};
