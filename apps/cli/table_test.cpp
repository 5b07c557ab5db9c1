#include "table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "output.h"

namespace clearance::cli {
namespace {

TEST(Table, ColumnsAreAsWideAsTheirWidestCellInLetters) {
  EXPECT_EQ(table({{"a", "bb"}, {"é", "c"}, {"long", ""}}), "a     bb\n----  --\né     c\nlong\n");
}

TEST(Table, BracketsOfOneShortNumberArePlain) {
  EXPECT_EQ(bracket_text({1, 1}), "1");
  EXPECT_EQ(bracket_text({0.5, 0.5}), "0.5");
}

// What is printed must itself be a true bracket.
TEST(Table, BracketsAreRoundedOutward) {
  for (const double x :
       {1.0 / 3, 2.0 / 3, 1e-300 / 7, 7e200 / 9, 0x1p-1074, 1e16 + 2, std::numeric_limits<double>::max()}) {
    const std::string text = bracket_text({x, std::nextafter(x, INFINITY)});
    double lower = 0, upper = 0;
    ASSERT_EQ(std::sscanf(text.c_str(), "[%lf, %lf]", &lower, &upper), 2) << text;
    EXPECT_LE(lower, x) << text;
    EXPECT_GE(upper, std::nextafter(x, INFINITY)) << text;
    EXPECT_LE(text.size(), 50u) << text;
  }
}

TEST(Table, InfiniteUpperEnds) { EXPECT_EQ(bracket_text({1, INFINITY}), "[1, inf]"); }

TEST(Table, CertificatesInWords) {
  Certificate certificate;
  EXPECT_EQ(certificate_text(certificate), "none");
  certificate.kind = Certificate::Kind::Touch;
  certificate.simplex.count = 2;
  certificate.plane.kind = Plane::Kind::Face;
  certificate.plane.of = Body::B;
  certificate.plane.side_count = 1;
  EXPECT_EQ(certificate_text(certificate), "touch: simplex of 2, face of b, side");
}

TEST(OneLine, ControlCharactersCannotBreakIt) { EXPECT_EQ(one_line("a\nb\x1b[c\x7f é"), "a\\x0ab\\x1b[c\\x7f é"); }

}  // namespace
}  // namespace clearance::cli
