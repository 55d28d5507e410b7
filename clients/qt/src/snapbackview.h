#pragma once

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QPointer>
#include <QQuickItem>
#include <QQuickTransform>
#include <QString>
#include <QVariant>
#include <QtQml/qqmlregistration.h>

#include "look.h"
#include "rimitem.h"
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
  /// The color of the view now, with its opacity; transparent if it has none.
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
  /// The distance from the top of the view to the first baseline of the text in points.
  Q_PROPERTY(double firstBaseline READ firstBaseline NOTIFY textChanged FINAL)
  /// The color of the text now; black without a look.
  Q_PROPERTY(QColor textColor READ textColor NOTIFY lookChanged FINAL)
  /// The weight of the font, for `font.weight`.
  Q_PROPERTY(int fontWeight READ fontWeight NOTIFY styleChanged FINAL)
  /// Where the lines of the text begin, for `horizontalAlignment` of a Text.
  Q_PROPERTY(int textAlignment READ textAlignment NOTIFY styleChanged FINAL)
  /// Where the text is in a taller view, for `verticalAlignment` of a Text.
  Q_PROPERTY(int verticalAlignment READ verticalAlignment NOTIFY styleChanged FINAL)
  /// How the text is shortened, for `elide` of a Text.
  Q_PROPERTY(int truncation READ truncation NOTIFY styleChanged FINAL)
  /// The name of the image; empty without one.
  Q_PROPERTY(QString image READ image NOTIFY styleChanged FINAL)
  /// The scene's `data` of the view; undefined without it.
  Q_PROPERTY(QVariant viewData READ viewData NOTIFY styleChanged FINAL)
  /// The border now, inside the edge.
  Q_PROPERTY(QColor borderColor READ borderColor NOTIFY lookChanged FINAL)
  Q_PROPERTY(double borderWidth READ borderWidth NOTIFY lookChanged FINAL)
  /// The color of the shadow with its opacity; transparent if the view has none.
  Q_PROPERTY(QColor shadowColor READ shadowColor NOTIFY lookChanged FINAL)
  /// The blur radius of the shadow now, twice the standard deviation.
  Q_PROPERTY(double shadowRadius READ shadowRadius NOTIFY lookChanged FINAL)
  Q_PROPERTY(QPointF shadowOffset READ shadowOffset NOTIFY lookChanged FINAL)
  /// Whether the item draws the border and the shadow; SnapbackBox sets it.
  Q_PROPERTY(bool paintsRims READ paintsRims WRITE setPaintsRims NOTIFY paintsRimsChanged FINAL)
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
  double firstBaseline() const { return m_firstBaseline; }
  QColor textColor() const { return QColor::fromRgba(m_style.text_color); }
  int fontWeight() const;
  int textAlignment() const;
  int verticalAlignment() const;
  int truncation() const;
  QString image() const { return QString::fromUtf8(m_image); }
  QVariant viewData() const { return m_viewData; }
  QColor borderColor() const { return QColor::fromRgba(m_style.border_color); }
  double borderWidth() const { return m_style.border_width; }
  QColor shadowColor() const;
  double shadowRadius() const { return m_style.shadow_radius; }
  QPointF shadowOffset() const { return {m_style.shadow_offset[0], m_style.shadow_offset[1]}; }
  bool paintsRims() const { return m_paintsRims; }
  void setPaintsRims(bool paintsRims);
  QString fault() const { return m_fault; }
  /// The number of pixels of a point.
  double density() const { return m_density; }

  /// The lines of the text as they are drawn in a font, with `\n` between them: at most `limit`,
  /// and none wider than `width` by more than the factor `tolerance`. `mode` is a truncation.
  Q_INVOKABLE QString lines(
    const QFont &font, double width, int limit, int mode, double tolerance = 1) const;

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
  void styleChanged();
  void lookChanged();
  void paintsRimsChanged();
  void densityChanged();
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
  void setStyle(const snapback_look &style);
  void showRims(const Look &look);
  void setText(const snapback_view &view);
  void setIsShown(bool isShown);
  void setFault(const QString &fault);

  SnapbackScene *m_scene = nullptr;
  Transform *m_transform;
  // Drawn in front of the views in this item, and behind this item. Null until there is something.
  RimItem *m_border = nullptr;
  QPointer<RimItem> m_shadow;
  Transform *m_shadowTransform = nullptr;
  // Without its strings, which are the next two members.
  snapback_look m_style = {};
  QByteArray m_image, m_data;
  QVariant m_viewData;
  QString m_view, m_text, m_fault;
  QColor m_fill = Qt::transparent;
  double m_cornerRadius = 0, m_textSize = 0, m_lineHeight = 0, m_firstBaseline = 0;
  double m_density = 1;
  int m_lineLimit = 0;
  bool m_isShown = false, m_isOfScene = false, m_isSemibold = false, m_paintsRims = false;
};
