#include "table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "output.h"

namespace clearance::cli {
namespace {

TEST(Table, ColumnsAreAsWideAsTheirWidestCellInLetters) {
  EXPECT_EQ(table({{"a", "bb"}, {"é", "c"}, {"long", ""}}), "a     bb\n----  --\né     c\nlong\n");
}

TEST(Table, Brackets) {
  EXPECT_EQ(bracket_text({1, 1}), "1");
  EXPECT_EQ(bracket_text({1.0 / 3, 1.0 / 3}), "0.3333333333333333");
  EXPECT_EQ(bracket_text({1, INFINITY}), "at least 1");
  EXPECT_EQ(bracket_text({0, 0.25}), "[0, 0.25]");
  EXPECT_EQ(bracket_text({1.4142135, 1.4142137}), "1.4142136 ± 2e-07");
  EXPECT_EQ(bracket_text({5.2025, 6.5}), "[5.202, 6.5]");
  EXPECT_EQ(bracket_text({0.99999, 1.0301}), "[0.9999, 1.031]");
  EXPECT_EQ(bracket_text({1e-300 / 3, 2e200 / 3}), "[3.333e-301, 6.667e+199]");
  EXPECT_EQ(bracket_text({0.9999999999999858, 1.0000000000000364}), "1 ± 4e-14");
  EXPECT_EQ(bracket_text({2.9999999999999862, 3}), "3 ± 2e-14");
}

// What is printed must itself be a true bracket.
TEST(Table, BracketsHoldWhatTheySay) {
  for (const double x : {1.0 / 3, 2.0 / 3, 1e-300 / 7, 7e200 / 9, 1e16 + 2, 0.999999999}) {
    for (const double width : {1e-3, 1e-9, 1e-14}) {
      const double lower = x * (1 - width), upper = x * (1 + 0.7 * width);
      const std::string text = bracket_text({lower, upper});
      double center = 0, radius = 0;
      ASSERT_EQ(std::sscanf(text.c_str(), "%lf ± %lf", &center, &radius), 2) << text;
      EXPECT_LE(static_cast<long double>(center) - radius, lower) << text;
      EXPECT_GE(static_cast<long double>(center) + radius, upper) << text;
      EXPECT_LE(radius, 4 * width * x) << text;
    }
  }
}

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
