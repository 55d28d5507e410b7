#pragma once

#include <QColor>
#include <QImage>
#include <QMarginsF>
#include <QPointF>
#include <QSizeF>

/// The border or the shadow of a view, by docs/scene-format.md#looks.
struct RimShape {
  enum Kind { Border, Shadow };

  Kind kind = Border;
  QColor color = Qt::transparent;
  /// The corner radius of the view, in points like all lengths.
  double cornerRadius = 0;
  /// The width of a border, or the blur radius of a shadow.
  double extent = 0;
  /// Of a shadow.
  QPointF offset;

  bool operator==(const RimShape &) const = default;
};

/// An image of a border or a shadow, with corners that keep their size and a middle that stretches
/// with the view. Where a view is too small for that, the image is for one size.
struct Rim {
  /// Premultiplied pixels, `density` for a point.
  QImage image;
  double density = 1;
  /// The size of the view that the image shows.
  QSizeF size;
  /// How far the image goes beyond the view.
  QMarginsF margins;
  /// The parts of the view at its sides that do not stretch.
  QMarginsF caps;

  /// The number of pixels of a point, less than `density` for an image that would be too large.
  static double possibleDensity(const RimShape &shape, QSizeF size, double density);
  /// The size of the view in an image for a view of a size: that size, or a smaller one from which
  /// the image stretches.
  static QSizeF drawnSize(const RimShape &shape, QSizeF size, double density);
  /// Draws a rim for a view of a size that `drawnSize` has returned.
  static Rim draw(const RimShape &shape, QSizeF size, double density);
};
