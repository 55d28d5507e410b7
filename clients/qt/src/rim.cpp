#include "rim.h"

#include <QtMath>
#include <cmath>
#include <vector>

namespace {

/// Gaussians end after three standard deviations, beyond which an opacity is below 1/255.
constexpr double reach = 3;
/// The greatest width and height of an image, in pixels.
constexpr double largest = 2048;

/// A rectangle with round corners, whose top left corner is at (0, 0).
struct RoundedRect {
  QSizeF size;
  double radius;

  /// How far a point is outside; negative inside.
  double distance(double x, double y) const {
    const double across = qAbs(x - size.width() / 2) - size.width() / 2 + radius;
    const double down = qAbs(y - size.height() / 2) - size.height() / 2 + radius;
    return std::hypot(qMax(across, 0.0), qMax(down, 0.0)) + qMin(qMax(across, down), 0.0) - radius;
  }

  /// The share of a pixel around a point that is inside.
  double coverage(double x, double y, double density) const {
    if (size.isEmpty()) return 0;
    return qBound(0.0, 0.5 - distance(x, y) * density, 1.0);
  }
};

/// The integral of the normal distribution up to x.
double normal(double x) {
  return 0.5 * std::erfc(-x * M_SQRT1_2);
}

/// The opacity at a point of a rectangle with round corners that a Gaussian blurs: the rows of the
/// rectangle in closed form, and their sum as a midpoint rule.
double blurred(const RoundedRect &shape, double deviation, double x, double y) {
  constexpr int steps = 16;
  const double first = qMax(y - reach * deviation, 0.0);
  const double last = qMin(y + reach * deviation, shape.size.height());
  if (last <= first) return 0;
  const double step = (last - first) / steps;
  double sum = 0;
  for (int number = 0; number < steps; number++) {
    const double row = first + (number + 0.5) * step;
    const double beyond =
      qMax(qAbs(row - shape.size.height() / 2) - shape.size.height() / 2 + shape.radius, 0.0);
    const double inset =
      shape.radius - std::sqrt(qMax(shape.radius * shape.radius - beyond * beyond, 0.0));
    const double covered = normal((x - inset) / deviation)
      - normal((x - shape.size.width() + inset) / deviation);
    const double away = (row - y) / deviation;
    sum += covered * std::exp(-away * away / 2);
  }
  const double whole = std::erf(reach * M_SQRT1_2);
  return qMin(sum * step / (deviation * std::sqrt(2 * M_PI)) / whole, 1.0);
}

/// A blurred shape. A quarter is computed, at points that are at most a quarter of the standard
/// deviation apart; the values between them are on lines.
class Blur {
public:
  Blur(const RoundedRect &shape, double deviation, double density)
    : m_shape(shape), m_density(density), m_margin(reach * deviation) {
    if (deviation <= 0) return;
    m_step = qMax(1 / density, deviation / 4);
    m_columns = cells(shape.size.width());
    const int rows = cells(shape.size.height());
    m_values.reserve(size_t(m_columns) * size_t(rows));
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < m_columns; column++) {
        m_values.push_back(
          float(blurred(shape, deviation, column * m_step - m_margin, row * m_step - m_margin)));
      }
    }
  }

  double at(double x, double y) const {
    if (m_values.empty()) return m_shape.coverage(x, y, m_density);
    const double u = place(x, m_shape.size.width()), v = place(y, m_shape.size.height());
    if (u < 0 || v < 0) return 0;
    const int column = int(u), row = int(v);
    const float *values = &m_values[size_t(row) * size_t(m_columns) + size_t(column)];
    const double across = u - column, down = v - row;
    const double upper = values[0] + (values[1] - values[0]) * across;
    values += m_columns;
    const double lower = values[0] + (values[1] - values[0]) * across;
    return upper + (lower - upper) * down;
  }

private:
  /// Up to the middle, with a point beyond it.
  int cells(double length) const { return int((length / 2 + m_margin) / m_step) + 3; }

  /// The place of a coordinate in the quarter; the shape is symmetric.
  double place(double coordinate, double length) const {
    return (qMin(coordinate, length - coordinate) + m_margin) / m_step;
  }

  RoundedRect m_shape;
  double m_density, m_margin, m_step = 1;
  int m_columns = 0;
  std::vector<float> m_values;
};

double pixelsUp(double length, double density) {
  return std::ceil(length * density) / density;
}

/// How far the rim goes beyond the view, with a transparent pixel at its end.
QMarginsF marginsOf(const RimShape &shape, double density) {
  const auto margin = [density](double length) {
    return pixelsUp(qMax(length, 0.0), density) + 1 / density;
  };
  if (shape.kind == RimShape::Border) {
    return {margin(0), margin(0), margin(0), margin(0)};
  }
  const double blur = reach * shape.extent / 2, x = shape.offset.x(), y = shape.offset.y();
  return {margin(blur - x), margin(blur - y), margin(blur + x), margin(blur + y)};
}

/// How far corners go into the view; a pixel more is between them and the part that stretches.
QMarginsF capsOf(const RimShape &shape, double density) {
  const double corner = shape.cornerRadius;
  const auto cap = [density](double length) {
    return pixelsUp(qMax(length, 0.0), density) + 1 / density;
  };
  if (shape.kind == RimShape::Border) {
    const double side = cap(qMax(corner, shape.extent));
    return {side, side, side, side};
  }
  const double blurred = corner + reach * shape.extent / 2;
  const double x = shape.offset.x(), y = shape.offset.y();
  return {
    cap(qMax(corner, blurred + x)), cap(qMax(corner, blurred + y)),
    cap(qMax(corner, blurred - x)), cap(qMax(corner, blurred - y))};
}

/// Shortens two caps in proportion if they are longer together than the view.
void fit(double length, double first, double last, double *one, double *other) {
  const double whole = first + last;
  *one = whole > length ? length * first / whole : first;
  *other = whole > length ? length - *one : last;
}

}  // namespace

double Rim::possibleDensity(const RimShape &shape, QSizeF size, double density) {
  const double moved = qMax(qAbs(shape.offset.x()), qAbs(shape.offset.y()));
  const double length = qMax(size.width(), size.height()) + reach * shape.extent + moved;
  return qMin(density, largest / length);
}

QSizeF Rim::drawnSize(const RimShape &shape, QSizeF size, double density) {
  const QMarginsF caps = capsOf(shape, density);
  // The part that stretches has three pixels.
  const double middle = 3 / density;
  return size.boundedTo(
    {caps.left() + middle + caps.right(), caps.top() + middle + caps.bottom()});
}

Rim Rim::draw(const RimShape &shape, QSizeF size, double density) {
  Rim result;
  result.density = density;
  result.size = size;
  result.margins = marginsOf(shape, density);
  const QMarginsF caps = capsOf(shape, density);
  double left, top, right, bottom;
  fit(size.width(), caps.left(), caps.right(), &left, &right);
  fit(size.height(), caps.top(), caps.bottom(), &top, &bottom);
  result.caps = {left, top, right, bottom};

  const QMarginsF &margins = result.margins;
  const int width = qCeil((margins.left() + size.width() + margins.right()) * density);
  const int height = qCeil((margins.top() + size.height() + margins.bottom()) * density);
  result.image = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
  if (result.image.isNull()) return result;
  const RoundedRect outline{size, shape.cornerRadius};
  const bool isBorder = shape.kind == RimShape::Border;
  const double inset = isBorder ? shape.extent : 0;
  const RoundedRect inside{
    QSizeF(qMax(size.width() - 2 * inset, 0.0), qMax(size.height() - 2 * inset, 0.0)),
    qMax(shape.cornerRadius - inset, 0.0)};
  const Blur shadow(isBorder ? RoundedRect{{}, 0} : outline, isBorder ? 0 : shape.extent / 2,
    density);
  for (int row = 0; row < height; row++) {
    auto *pixels = reinterpret_cast<QRgb *>(result.image.scanLine(row));
    const double y = (row + 0.5) / density - margins.top();
    for (int column = 0; column < width; column++) {
      const double x = (column + 0.5) / density - margins.left();
      const double share = isBorder
        ? outline.coverage(x, y, density) - inside.coverage(x - inset, y - inset, density)
        : shadow.at(x - shape.offset.x(), y - shape.offset.y())
          * (1 - outline.coverage(x, y, density));
      const double alpha = qMax(share, 0.0) * shape.color.alphaF();
      pixels[column] = qRgba(
        qRound(shape.color.red() * alpha), qRound(shape.color.green() * alpha),
        qRound(shape.color.blue() * alpha), qRound(255 * alpha));
    }
  }
  return result;
}
