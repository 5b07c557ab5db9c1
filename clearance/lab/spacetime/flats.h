// Question: which hyperplanes hold a flat, which one of a flat holds a smaller one, and where do two flats meet?
// Method:   a flat is spanned by points whose differences are linearly independent, chosen one after the other by exact
//           elimination; hyperplanes are cofactors of those differences. Over the coordinates on which the flat
//           projects one to one everything is square.
// Proves:   dimensions, exactly.
// Cost:     determinants of at most the space's dimension by expansion: made for up to five.
// Notation: x = coordinates without the weight.
#pragma once

#include <clearance/lab/spacetime/homogeneous.h>

#include <cstddef>
#include <span>
#include <vector>

namespace clearance::lab {

// Rows of any number type; the determinant of the first `count` columns listed.
template <class Number, std::size_t kColumns>
Number determinant(std::span<const std::array<Number, kColumns>> rows, std::span<const int> columns) {
  const std::size_t n = rows.size();
  if (n == 0) return Number(1.0);
  if (n == 1) return rows[0][static_cast<std::size_t>(columns[0])];
  Number sum(0.0);
  std::vector<int> rest(columns.begin() + 1, columns.end());
  for (std::size_t k = 0; k < n; ++k) {
    const Number& factor = rows[0][static_cast<std::size_t>(columns[k])];
    const Number part = factor * determinant<Number, kColumns>(rows.subspan(1), rest);
    sum = k % 2 == 0 ? sum + part : sum - part;
    if (k + 1 < n) rest[k] = columns[k];
  }
  return sum;
}

template <int kDimension>
class Span {
 public:
  using Point = Homogeneous<kDimension + 1>;
  using Row = std::array<Dyadic, kDimension>;

  // Takes the number of a point that lies in no flat of those before; false where it does.
  bool add(std::uint32_t number, const Point& point) {
    if (base_.empty()) return base_.push_back(number), first_ = point, true;
    Row row = difference(point);
    Row reduced = row;
    for (std::size_t k = 0; k < echelon_.size(); ++k) {
      const std::size_t pivot = static_cast<std::size_t>(axes_[k]);
      if (reduced[pivot].sign() == 0) continue;
      const Dyadic factor = reduced[pivot];
      for (std::size_t c = 0; c < kDimension; ++c)
        reduced[c] = echelon_[k][pivot] * reduced[c] - factor * echelon_[k][c];
    }
    std::size_t pivot = 0;
    while (pivot < kDimension && reduced[pivot].sign() == 0) ++pivot;
    if (pivot == kDimension) return false;
    axes_.push_back(static_cast<int>(pivot));
    echelon_.push_back(std::move(reduced));
    rows_.push_back(std::move(row));
    base_.push_back(number);
    return true;
  }

  int dimension() const { return static_cast<int>(base_.size()) - 1; }
  // Points that span it, and as many coordinates as it has dimensions, on which it projects one to one.
  const std::vector<std::uint32_t>& base() const { return base_; }
  const std::vector<int>& axes() const { return axes_; }

  // As many independent hyperplanes as hold it.
  std::vector<Point> hyperplanes() const {
    std::vector<Point> found;
    for (int c = 0; c < kDimension; ++c) {
      if (std::find(axes_.begin(), axes_.end(), c) != axes_.end()) continue;
      std::vector<int> columns = axes_;
      columns.push_back(c);
      found.push_back(hyperplane_over(columns));
    }
    return found;
  }
  // Of those that hold it and no more than it of a flat that has one dimension more and projects on these coordinates.
  Point hyperplane_over(const std::vector<int>& columns) const {
    std::array<Dyadic, kDimension + 1> h;
    Dyadic level;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      std::vector<int> others;
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (j != k) others.push_back(columns[j]);
      const Dyadic cofactor = determinant<Dyadic, kDimension>(rows_, others);
      const Dyadic normal = k % 2 == 0 ? cofactor : -cofactor;
      level = level + normal * first_[columns[k]];
      h[static_cast<std::size_t>(columns[k])] = normal * first_.weight();
    }
    h[kDimension] = -level;
    return Point(std::move(h));
  }

 private:
  Row difference(const Point& point) const {
    Row row;
    for (int c = 0; c < kDimension; ++c)
      row[static_cast<std::size_t>(c)] = first_.weight() * point[c] - point.weight() * first_[c];
    return row;
  }

  Point first_;
  std::vector<std::uint32_t> base_;
  std::vector<int> axes_;
  std::vector<Row> rows_, echelon_;
};

}  // namespace clearance::lab
