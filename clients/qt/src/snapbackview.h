#pragma once

#include <QColor>
#include <QQuickItem>
#include <QQuickTransform>
#include <QString>
#include <QtQml/qqmlregistration.h>

#include "look.h"
#include "snapback.h"

class SnapbackScene;

/// An item that is where a view of the scene is.
///
/// The scene sets its parent, transform, size, opacity, clip, z and visibility. What is drawn is up
/// to the items in it.
class SnapbackView : public QQuickItem {
  Q_OBJECT
  QML_ELEMENT
  /// The name of the view in the scene.
  Q_PROPERTY(QString view READ view WRITE setView NOTIFY viewChanged FINAL)
  /// Whether the view is drawn: the scene has it, and it is not hidden.
  Q_PROPERTY(bool shown READ isShown NOTIFY shownChanged FINAL)
  /// The color of the view now; transparent if it has none.
  Q_PROPERTY(QColor fill READ fill NOTIFY fillChanged FINAL)
  /// The radius of its corners now, in points, at most half of the shorter side.
  Q_PROPERTY(double cornerRadius READ cornerRadius NOTIFY cornerRadiusChanged FINAL)
  /// The text of the view; empty if it has none.
  Q_PROPERTY(QString text READ text NOTIFY textChanged FINAL)
  /// The font size of the text in points of the scene.
  Q_PROPERTY(double textSize READ textSize NOTIFY textChanged FINAL)
  /// The height of a line of the text in points.
  Q_PROPERTY(double lineHeight READ lineHeight NOTIFY textChanged FINAL)
  /// The maximum number of lines, 0 for no limit.
  Q_PROPERTY(int lineLimit READ lineLimit NOTIFY textChanged FINAL)
  /// Why the item shows no view; empty if it shows one, and before the first snapshot.
  Q_PROPERTY(QString fault READ fault NOTIFY faultChanged FINAL)

public:
  explicit SnapbackView(QQuickItem *parent = nullptr);
  ~SnapbackView() override;

  QString view() const { return m_view; }
  void setView(const QString &view);
  bool isShown() const { return m_isShown; }
  QColor fill() const { return m_fill; }
  double cornerRadius() const { return m_cornerRadius; }
  QString text() const { return m_text; }
  double textSize() const { return m_textSize; }
  double lineHeight() const { return m_lineHeight; }
  int lineLimit() const { return m_lineLimit; }
  QString fault() const { return m_fault; }

  /// Marks an item that the scene has created. It does not look for a scene.
  void setIsOfScene() { m_isOfScene = true; }

  /// Forgets the scene, which is about to be deleted.
  void leave();

  /// Shows the view with a handle: applies what only snapshots change.
  void bind(const snapback_view &view, uint32_t handle, QQuickItem *parent);
  /// Shows nothing, for a reason.
  void unbind(const QString &fault);
  /// Shows the view as it is at a time.
  void show(const Look &look);

signals:
  void viewChanged();
  void shownChanged();
  void fillChanged();
  void cornerRadiusChanged();
  void textChanged();
  void faultChanged();

protected:
  void itemChange(ItemChange change, const ItemChangeData &data) override;
  void componentComplete() override;

private:
  class Transform : public QQuickTransform {
  public:
    using QQuickTransform::QQuickTransform;
    void set(const QMatrix4x4 &matrix);
    void applyTo(QMatrix4x4 *matrix) const override;

  private:
    QMatrix4x4 m_matrix;
  };

  void findScene();
  void setText(const snapback_view &view);
  void setIsShown(bool isShown);
  void setFault(const QString &fault);

  SnapbackScene *m_scene = nullptr;
  Transform *m_transform;
  QString m_view, m_text, m_fault;
  QColor m_fill = Qt::transparent;
  double m_cornerRadius = 0, m_textSize = 0, m_lineHeight = 0;
  int m_lineLimit = 0;
  bool m_isShown = false, m_isOfScene = false;
};
